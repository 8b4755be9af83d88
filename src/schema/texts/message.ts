/** Texts by key. */
export type Texts = Readonly<Record<string, string>>

/** Stands before a message that keeps its key: react-admin writes so what a validator returns with values. */
export const messageMark = '@@react-admin@@'

interface Message {
  /** The key of the text. */
  readonly message: string
  /** What stands for its placeholders, and as `_` the English text. */
  readonly args: Texts
}

/** Returns a message as one text that holds its key, its values and its English. The code that shows it renders it. */
export const messageOf = (key: string, english: string, values: Texts = {}): string =>
  messageMark + JSON.stringify({ message: key, args: { ...values, _: english } })

/** Returns the parts of a text that is a message; undefined for any other text. */
export function readMessage(text: string): Message | undefined {
  if (!text.startsWith(messageMark)) return undefined
  try {
    const found: Message = JSON.parse(text.slice(messageMark.length))
    return found.args && found
  } catch {
    return undefined
  }
}
