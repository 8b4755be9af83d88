/** A string, which is left alone, or a whole number of so many digits that no number holds all of them. */
const parts = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.+-])-?\d{16,}(?![\d.eE])/g

/** The same valid JSON with long numbers as text: they are IDs, and two of them would become one. */
const longNumbersAsText = (json: string): string =>
  /\d{16}/.test(json)
    ? json.replace(parts, (part) => (part.startsWith('"') ? part : `"${part}"`))
    : json

/** What JSON of others says, with long numbers as text; undefined for what is none. */
export function parseJson(text: string): unknown {
  const json = text.replace(/^\ufeff/, '')
  try {
    const value: unknown = JSON.parse(json)
    const exact = longNumbersAsText(json)
    return exact === json ? value : JSON.parse(exact)
  } catch {
    return undefined
  }
}

type Done = (error: Error | null, value?: unknown) => void

/** Reads the body of a request as `parse` does, with long numbers as text. */
export const readExactly =
  <Request>(parse: (request: Request, json: string, done: Done) => void) =>
  (request: Request, json: string, done: Done): void =>
    parse(request, json, (error, value) => {
      const exact = error ? json : longNumbersAsText(json)
      if (exact === json) done(error, value)
      else parse(request, exact, done)
    })
