import { filledIn, type KeyOf } from '../schema/texts.ts'
import shared from './messages.json'

/** What stands for the placeholders of a message, by name. */
type Values = Readonly<Record<string, unknown>>

/** Returns a function that writes a message of the given English texts, or of `messages.json`, by its key without `messages.`. */
export function createMsg<Texts extends Readonly<Record<string, string>>>(texts: Texts) {
  const english: Readonly<Record<string, string>> = { ...shared, ...texts }
  return (key: KeyOf<Texts | typeof shared, 'messages'>, values: Values = {}): string =>
    filledIn(english[`messages.${key}`] ?? key, (name) =>
      Object.hasOwn(values, name) ? String(values[name]) : undefined,
    )
}

/** Writes a message of the declarations and their kinds of field, in English. */
export const msg = createMsg({})
