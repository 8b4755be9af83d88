import { messageOf } from '../schema/texts/message.ts'
import type { KeyOf } from '../schema/texts/texts.ts'
import shared from './en/messages.json'

/** What stands for the placeholders of a message, by name. */
type Values = Readonly<Record<string, unknown>>

/** Returns a function that makes a message of the given texts, or of `messages.json`, by its key without `messages.`. */
export function createMsg<Texts extends Readonly<Record<string, string>>>(texts: Texts) {
  const english: Readonly<Record<string, string>> = { ...shared, ...texts }
  return (name: KeyOf<Texts | typeof shared, 'messages'>, values: Values = {}): string => {
    const key = `messages.${name}`
    const given = Object.entries(values).map(([one, value]) => [one, String(value)])
    return messageOf(key, english[key] ?? name, Object.fromEntries(given))
  }
}

/** Makes a message of the declarations and their kinds of field. */
export const msg = createMsg({})
