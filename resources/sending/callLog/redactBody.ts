import { plainText } from '#schema'

import { withoutContacts } from '../integration/answer/withoutContacts.ts'

const hidden = '[hidden]'
const link = /\bhttps?:\/\/[^\s"'<>]*/gi
/** Where a token could stand: in what comes after an address. */
const withToken = /[?#;=]/
const deepest = 20

/** Most bytes of a body that the log keeps. */
const maxBytes = 64 * 1024

/** The same as `redactBody`; what would be longer than the log keeps is left out whole: half a document is none. */
export function loggedBody(text: string | null | undefined, names: ReadonlySet<string>): unknown {
  const value = redactBody(text, names)
  const size = Buffer.byteLength(JSON.stringify(value))
  return size > maxBytes ? `[left out: ${size} bytes]` : value
}

/**
 * Returns a body for the log: only values under the given names stay, without contacts and without what could be a link that
 * signs in. A body that is no document is hidden whole.
 */
function redactBody(text: string | null | undefined, names: ReadonlySet<string>): unknown {
  if (!text) return null
  const document = parse(text)
  return document === undefined ? `[hidden: ${text.length} characters]` : redact(document, names, 0)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const isForm = /^[\w.%[\]+-]+=[^\s<>{}]*$/.test(text)
    return isForm ? Object.fromEntries(new URLSearchParams(text)) : undefined
  }
}

function redact(value: unknown, names: ReadonlySet<string>, depth: number): unknown {
  if (depth > deepest) return hidden
  if (Array.isArray(value)) return value.slice(0, 100).map((one) => redact(one, names, depth + 1))
  if (typeof value !== 'object' || value === null) return hidden
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (typeof one === 'object' && one !== null) {
        return [plainText(name), redact(one, names, depth + 1)]
      }
      return [plainText(name), names.has(name) ? plain(one) : hidden]
    }),
  )
}

/** A number may be a phone's too. */
function plain(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const short = String(value).slice(0, 2_000)
  const text = withoutContacts(short.replace(link, (one) => (withToken.test(one) ? hidden : one)))
  return typeof value === 'number' && text === String(value) ? value : plainText(text)
}

/** The names in dot paths: those of `data.leads[0].id` are `data`, `leads` and `id`. */
export const namesIn = (paths: readonly (string | null | undefined)[]): string[] =>
  paths.flatMap((path) =>
    (path ?? '').split(/[.[\]'"$]+/).filter((name) => name && !/^\d+$/.test(name)),
  )
