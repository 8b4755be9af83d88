/** Most results that are remembered. */
const maxResults = 2_000

/** The same function, which reads a text once: for what integrations say, and calls ask again and again. */
export function memoizeText<Result extends object>(read: (text: string) => Result) {
  const results = new Map<string, Result>()
  return (text: string): Result => {
    const known = results.get(text)
    if (known) return known
    if (results.size >= maxResults) results.clear()
    const made = read(text)
    results.set(text, made)
    return made
  }
}
