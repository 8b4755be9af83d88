const acronyms: ReadonlySet<string> = new Set(
  'api csv html http https id ip iso json sms ssl url utc uuid vat xml'.split(' '),
)

/** A name in snake_case or kebab-case as a person reads it: `card_digits` → "Card digits", `api_token` → "API token". */
export function sentence(name: string): string {
  const words = name
    .replace(/_(?:id|at)$/, '')
    .split(/[_/\s-]+/)
    .filter(Boolean)
    .map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One of what a plural label names: "Broker departments" → "Broker department", "Statuses" → "Status". */
export function singular(label: string): string {
  return label
    .replace(/(?<=[^aeiou])ies$/i, 'y')
    .replace(/(?<=ss|sh|ch|x|zz|(?<![aeo])us)es$/i, '')
    .replace(/(?<![siu])s$/i, '')
}
