/** Whether a text holds something that would be masked before it is stored. */
export function isSecret(text: string, { redact }: { redact(text: string): string }): boolean {
  return redact(text) !== text
}
