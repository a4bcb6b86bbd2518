import type { Message } from '../model/message.ts'

interface Sent {
  readonly shown: Message
  readonly originals: readonly Message[]
}

/** Messages of views that stand for others: neighbours that were merged into one, and those that lost a part. */
export class SentMessages {
  /** By the key of the first part: a host may send back an older view. */
  readonly #sent = new Map<string, Sent[]>()

  /** Takes in a view of messages. What shows nothing any more counts to the message before it. */
  keep(messages: readonly Message[], view: readonly Message[]): void {
    let start = 0
    for (const [index, shown] of view.entries()) {
      const next = view[index + 1]
      let end = start + 1
      while (end < messages.length && !isBegunBy(next, messages[end])) end++
      this.#add(shown, messages.slice(start, end))
      start = end
    }
  }

  /** What a message stands for, where a view showed it so; a message that lost nothing has no entry. */
  originalsOf(message: Message): readonly Message[] | undefined {
    const known = this.#sent.get(message.parts[0]?.key ?? '')
    return known?.find(({ shown }) => isShownAs(message, shown))?.originals
  }

  #add(shown: Message, originals: readonly Message[]): void {
    const key = shown.parts[0]?.key
    const isWhole = originals.length === 1 && originals[0]?.parts.length === shown.parts.length
    if (key === undefined || isWhole || this.originalsOf(shown) !== undefined) return
    this.#sent.set(key, [...(this.#sent.get(key) ?? []), { shown, originals }])
  }
}

/** Whether a message of a view begins with an original. */
function isBegunBy(shown: Message | undefined, original: Message | undefined): boolean {
  if (shown === original) return true
  const key = shown?.parts[0]?.key
  return key !== undefined && original?.parts.some((part) => part.key === key) === true
}

function isShownAs(message: Message, shown: Message): boolean {
  return (
    message.role === shown.role &&
    message.parts.length === shown.parts.length &&
    message.parts.every(({ key, text }, index) => {
      const part = shown.parts[index]
      return part?.key === key && part.text === text
    })
  )
}
