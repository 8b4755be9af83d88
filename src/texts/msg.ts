import { messageMark, messageOf } from '../schema/texts/message.ts'
import type { KeyOf } from '../schema/texts/texts.ts'
import shared from './en/messages.json'

/** What stands for the placeholders of a message, by name. */
type Values = Readonly<Record<string, unknown>>

/** Returns a function that makes a message of the given texts, or of `messages.json`, by its key without `messages.`. */
export function createMsg<Texts extends Readonly<Record<string, string>>>(texts: Texts) {
  const english: Readonly<Record<string, string>> = { ...shared, ...texts }
  return (name: KeyOf<Texts | typeof shared, 'messages'>, values: Values = {}): string => {
    const key = `messages.${name}`
    const given = Object.entries(values).map(([one, value]) => [one, shortened(String(value))])
    return messageOf(key, english[key] ?? name, Object.fromEntries(given))
  }
}

/** Characters. What somebody has sent is not sent back whole, translated and packed, however long it is. */
const longestValue = 1_000

/** A message within a message stays whole: cut, it would be none. */
const longestMessage = 10 * longestValue

const shortened = (value: string): string =>
  value.length <= (value.startsWith(messageMark) ? longestMessage : longestValue)
    ? value
    : `${value.slice(0, longestValue).replace(/[\uD800-\uDBFF]$/, '')}…`

/** Makes a message of the declarations and their kinds of field. */
export const msg = createMsg({})
