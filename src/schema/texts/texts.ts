import { readMessage, type Texts } from './message.ts'

const placeholder = /%\{(\w+)\}/g

/** A text with its placeholders filled in. One without a value stays. */
export const filledIn = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replace(placeholder, (whole, name: string) => valueOf(name) ?? whole)

/** The keys of a group of texts, without the name of the group. */
export type KeyOf<Texts, Group extends string> = Texts extends unknown
  ? keyof Texts extends infer Key
    ? Key extends `${Group}.${infer Name}`
      ? Name
      : never
    : never
  : never

/** The forms of a text, parted by `||||`, in the order of the language's plurals. */
export const formsOf = (text: string): string[] => text.split('||||').map((form) => form.trim())

/** Chooses the form of a text that a number wants; the first without a number. */
export function createPlural(locale: string): (text: string, count?: number) => string {
  const indexOf = pluralIndex(locale)
  return (text, count) => {
    if (!text.includes('||||')) return text
    const forms = formsOf(text)
    const index = count === undefined ? 0 : indexOf(count)
    return forms[Math.min(index, forms.length - 1)] ?? text
  }
}

/** Returns the index of the form that a number wants, which may be written already: `1,234`. NaN wants the last. */
export function pluralIndex(locale: string): (count: number | string) => number {
  const rules = new Intl.PluralRules(isKnown(locale) ? locale : 'en')
  const used = new Set<string>(rules.resolvedOptions().pluralCategories)
  const categories = pluralCategories.filter((category) => used.has(category))
  return (count) => categories.indexOf(rules.select(Number(String(count).replaceAll(',', ''))))
}

const pluralCategories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** How many forms a text with a number has in a language. */
export const countForms = (locale: string): number =>
  new Intl.PluralRules(locale).resolvedOptions().pluralCategories.length

const isKnown = (locale: string) => {
  try {
    return Intl.PluralRules.supportedLocalesOf(locale).length > 0
  } catch {
    return false
  }
}

/** The placeholders of a text, `%{name}`, each once and in order. */
export const placeholdersOf = (text: string): string[] =>
  [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))].sort()

/** The name under which a message of the server is edited: its English words and the names of its placeholders. */
export function messageName(english: string): string {
  const parts =
    filledIn(english, (name) => ` ${name} `)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return parts.join('_').slice(0, 100).replace(/_$/, '')
}

/** What a message is rendered by. */
interface Language {
  /** The text of a key; undefined where there is none but the English. */
  textOf(key: string): string | undefined
  plural(text: string, count?: number): string
  /** The name of a declared thing by its English name. */
  nameOf?(english: string): string | undefined
}

/** No message of ours has more placeholders; what has more is somebody's data, and would grow without bounds. */
const maxPlaceholders = 10

const english: Language = { textOf: () => undefined, plural: (text) => text }

/**
 * Returns a message in a language; any other text as it is. What stands at a placeholder is looked up with `nameOf`,
 * unless the message puts it between quotes: then it is somebody's data.
 */
export function renderMessage(text: string, language: Language = english): string {
  const found = readMessage(text)
  if (!found || !isOfTexts(found)) return text
  const { _: original = '', ...values } = found.args
  if (original.split('%{').length > maxPlaceholders + 1) return text
  const { textOf, plural, nameOf = () => undefined } = language
  const named = (value: string) =>
    value
      .split(', ')
      .map((one) => nameOf(one) ?? one)
      .join(', ')
  const template = plural(textOf(found.message) ?? original, countOf(values))
  // Each once, however often it stands there: a message within messages would grow with every one of them.
  const known = new Map<string, string>()
  const message = filledIn(template, (name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return undefined
    const isQuoted = new RegExp(`["“]%\\{${name}\\}["”]`).test(original)
    const filled = known.get(name) ?? (isQuoted ? value : named(renderMessage(value, language)))
    known.set(name, filled)
    return filled
  })
  return message.length > Math.max(longest, text.length) ? text : message
}

/** Somebody may have written what looks like a message: in ours all values are texts. */
const isOfTexts = ({ message, args }: { message: unknown; args: object }) =>
  [message, ...Object.values(args)].every((one) => typeof one === 'string')

/** Characters: no message of ours is longer. */
const longest = 20_000

/** A message as it is kept where there is room for so many characters: without its key where it is longer. */
export const shortenedMessage = (text: string, max: number): string =>
  text.length <= max ? text : renderMessage(text).slice(0, max)

/** Thrown with a message: English for logs, as a message for the code that shows it. */
export class MessageError extends Error {
  readonly text: string

  constructor(text: string) {
    super(renderMessage(text))
    this.text = text
  }
}

/** The number that chooses the form of a text: the first among its values, as the server writes them: `1,000`. */
export function countOf(values: Texts): number | undefined {
  const digits = Object.values(values).find((value) => /^\d[\d,]*$/.test(value))
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}
