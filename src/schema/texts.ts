/** Texts by key. */
export type Texts = Readonly<Record<string, string>>

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

const placeholder = /%\{(\w+)\}/g

/** A text with its placeholders filled in. One that nobody fills stays. */
export const filledIn = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replace(placeholder, (whole, name: string) => valueOf(name) ?? whole)

/** The group under which the messages of server and declarations stand. */
export const messageGroup = 'messages'

/** The name under which a message of the server is edited: its English words and the names of its placeholders. */
export function messageName(english: string): string {
  const words =
    filledIn(english, (name) => ` ${name} `)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words.join('_').slice(0, 100).replace(/_$/, '')
}

/** Says in another language what the engine says in English; undefined for what it does not know. */
export type Interpreter = (message: string) => string | undefined

/** No message of ours is longer; what is longer is no message. */
const longest = 1000

interface InterpreterOptions {
  /** Messages by their English; both may have placeholders. */
  readonly messages: Iterable<readonly [english: string, text: string]>
  readonly plural: (text: string, count?: number) => string
  /** The name of a declared thing by its English name. */
  readonly nameOf?: (english: string) => string | undefined
}

/**
 * Knows messages by their English: whole, or by a pattern such as `Use at most %{1} characters`. What stood at a
 * placeholder is looked up with `nameOf`, unless the message puts it between quotes: then it is somebody's data.
 */
export function createInterpreter(options: InterpreterOptions): Interpreter {
  const { messages, plural, nameOf = () => undefined } = options
  const whole = new Map<string, string>()
  const patterns: Pattern[] = []
  for (const [english, text] of messages) {
    if (placeholdersOf(english).length > 0) patterns.push(patternOf(english, text))
    else whole.set(english, text)
  }
  // The pattern with more words of its own is the better match.
  patterns.sort((one, other) => other.weight - one.weight)
  const named = (value: string, isQuoted: boolean) =>
    isQuoted
      ? value
      : value
          .split(', ')
          .map((one) => nameOf(one) ?? one)
          .join(', ')
  return (message) => {
    if (message.length > longest) return undefined
    const known = whole.get(message)
    if (known !== undefined) return known
    for (const { expression, names, text, quoted } of patterns) {
      const values = expression.exec(message)?.slice(1)
      if (!values) continue
      const filled = values.map((value, index) => named(value, quoted.has(names[index] ?? '')))
      return filledIn(plural(text, numberIn(values)), (name) => filled[names.indexOf(name)])
    }
    return undefined
  }
}

/** The first number among values, as the server writes them: `1,000`. */
function numberIn(values: readonly string[]): number | undefined {
  const digits = values.find((value) => /^\d[\d,]*$/.test(value))
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}

interface Pattern {
  readonly expression: RegExp
  readonly names: readonly string[]
  /** The placeholders between quotes. */
  readonly quoted: ReadonlySet<string>
  readonly text: string
  readonly weight: number
}

function patternOf(english: string, text: string): Pattern {
  const parts = english.split(placeholder)
  const names = parts.filter((_part, index) => index % 2 === 1)
  const source = parts
    .map((part, index) => (index % 2 === 1 ? '(.+?)' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  const quoted = new Set([...english.matchAll(/["“]%\{(\w+)\}["”]/g)].map(([, name = '']) => name))
  const weight = english.length - names.length * 4
  return { expression: new RegExp(`^${source}$`, 's'), names, quoted, text, weight }
}
