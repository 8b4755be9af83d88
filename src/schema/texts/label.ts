const acronyms: ReadonlySet<string> = new Set(
  'api csv html http https id ip iso json sms ssl url utc uuid vat xml'.split(' '),
)

interface Labelled {
  readonly options: { readonly label?: string | undefined }
}

/** What people call a field that has such a name. */
export const labelOf = (name: string, field: Labelled | undefined): string =>
  field?.options.label ?? sentence(name)

/** A name in snake_case or kebab-case as a person reads it: `card_digits` → "Card digits", `api_token` → "API token". */
export function sentence(name: string): string {
  const words = name
    .replace(/_(?:id|at)$/, '')
    .split(/[_/\s-]+/)
    .filter(Boolean)
    .map(asAcronym)
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function asAcronym(word: string): string {
  if (acronyms.has(word)) return word.toUpperCase()
  const one = word.replace(/s$/, '')
  return acronyms.has(one) ? `${one.toUpperCase()}s` : word
}

/** One of what a plural label names: "Reading rooms" → "Reading room", "Statuses" → "Status". */
export function singular(label: string): string {
  if (/(?:^|[ _])(?:species|series)$/i.test(label)) return label
  return label
    .replace(/(?<=[^aeiou])ies$/i, 'y')
    .replace(/(?<=ss|sh|ch|x|zz|(?<![aeo])us)es$/i, '')
    .replace(/(?<![siu])s$/i, '')
}
