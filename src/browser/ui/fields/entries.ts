import { emailPattern, normaliseEmail, phonePattern, plainPhone } from '#schema'

/** What a pasted list says: each entry once, and the parts that were none. */
export interface Entries<Value> {
  readonly kept: readonly Value[]
  readonly dropped: readonly string[]
}

/** No address has them. */
const quotes = /["`“”„«»]/g

/** The same mark may be an apostrophe: only where it wraps an address it is a quote. */
const wrapping = /(?<![^,;])['‘’]+|['‘’]+(?![^,;])/g

/** A mailing list: split on whitespace, quotes removed, only addresses kept. */
export function addressesIn(text: string): Entries<string> {
  const parts = text.split(/\s+/).map(withoutQuotes).filter(Boolean)
  return sorted(parts, (part) => {
    const address = normaliseEmail(part)
    return emailPattern.test(address) ? address : undefined
  })
}

const withoutQuotes = (part: string): string =>
  part
    .replaceAll(quotes, '')
    .replaceAll(wrapping, '')
    // Word processors turn apostrophes.
    .replaceAll(/[‘’]/g, "'")
    .replace(/[,;]+$/, '')

/** Numbers as people dial them, one a line or with commas between them; spaces belong to a number. */
export function phonesIn(text: string): Entries<string> {
  const parts = text
    .split(/["'\n\r\t,;|]+|\s+(?=\+)/)
    .map((part) => part.trim())
    .filter(Boolean)
  return sorted(parts, (part) => {
    const number = plainPhone(part)
    return phonePattern.test(number) || nationalPattern.test(number) ? number : undefined
  })
}

/** A number as it is dialled within its country. */
const nationalPattern = /^0\d{5,14}$/

/** A list of ids: split on whitespace, bars and commas, whole numbers kept. */
export function idsIn(text: string): Entries<number> {
  const parts = text.split(/[\s|,]+/).filter(Boolean)
  return sorted(parts, (part) => (/^\d{1,15}$/.test(part) ? Number(part) : undefined))
}

function sorted<Value>(
  parts: readonly string[],
  read: (part: string) => Value | undefined,
): Entries<Value> {
  const kept = new Set<Value>()
  const dropped: string[] = []
  for (const part of parts) {
    const value = read(part)
    if (value === undefined) dropped.push(part)
    else kept.add(value)
  }
  return { kept: [...kept], dropped }
}
