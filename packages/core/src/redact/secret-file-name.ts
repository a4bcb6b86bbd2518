const SECRET_FILES: readonly RegExp[] = [
  /^\.env(?:\..+)?$/,
  /\.(?:pem|key|p12|kdbx)$/,
  /^id_(?:rsa|ed25519)/,
  /^\.(?:npmrc|netrc)$/,
  /^credentials$/,
]
const TEMPLATES = /^\.env\.(?:example|sample|template)$/

/** True for the base name of a file that holds secrets: what was read from it is masked whole. */
export function isSecretFileName(base: string): boolean {
  const name = base.toLowerCase()
  return !TEMPLATES.test(name) && SECRET_FILES.some((pattern) => pattern.test(name))
}
