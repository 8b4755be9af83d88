/** A name in snake_case or kebab-case as a person reads it: `card_digits` → "Card digits". */
export function sentence(name: string): string {
  const words = name
    .replace(/_(?:id|at)$/, '')
    .replaceAll(/[_/-]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
