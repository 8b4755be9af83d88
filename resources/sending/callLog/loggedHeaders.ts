/** What says nothing of who calls or is called, and opens nothing. */
const open = new Set(
  'accept content-length content-type date idempotency-key retry-after server user-agent'.split(
    ' ',
  ),
)

const maxHeaders = 50
const maxCharacters = 200

/** Headers for the request log: their names, and the values of those that say nothing of anybody (product.md 8.4). */
export const loggedHeaders = (
  headers: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, string>> | null =>
  headers === undefined
    ? null
    : Object.fromEntries(
        Object.entries(headers)
          .slice(0, maxHeaders)
          .map(([name, value]) => [
            name.slice(0, 100),
            open.has(name.toLowerCase()) ? String(value).slice(0, maxCharacters) : '[hidden]',
          ]),
      )
