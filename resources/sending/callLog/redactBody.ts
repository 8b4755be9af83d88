import { groupBy, plainText } from '#schema'

import { withoutContacts } from '../integration/answer/withoutContacts.ts'
import { readXml, type XmlElement } from '../integration/answer/readXml.ts'

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
    if (isForm) return Object.fromEntries(new URLSearchParams(text))
    const xml = readXml(text)
    return xml ? valueOf(xml) : partsOf(text)
  }
}

/** An element as JSON would have it: its text, or what stands in it by its name, with its attributes. */
function valueOf({ attributes, children, text }: XmlElement): unknown {
  if (children.length === 0 && text.trim() !== '') return text.trim()
  const named = groupBy(children, ({ name }) => name)
  return Object.fromEntries([
    ...Object.entries(attributes),
    ...[...named].map(([name, all]): [string, unknown] => {
      const values = all.map(valueOf)
      return [name, values.length === 1 ? values[0] : values]
    }),
  ])
}

const mostParts = 1_000

/** The values of a form in parts, by their names; of files nothing. Undefined for what is none. */
function partsOf(text: string): unknown {
  const [, boundary] = /^(--[^\r\n]{1,200})\r?\n/.exec(text) ?? []
  if (!boundary) return undefined
  return Object.fromEntries(
    text.split(boundary, mostParts).flatMap((part): [string, string][] => {
      const [head = '', ...lines] = part.split('\r\n\r\n')
      const [, name] = /[ ;]name="([^"]{1,200})"/.exec(head) ?? []
      const isFile = head.includes('filename')
      return name && !isFile ? [[name, lines.join('\r\n\r\n').trimEnd()]] : []
    }),
  )
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

/** The names in paths: those of `data.leads[0].id`, and of `/data/leads/@id`, are `data`, `leads` and `id`. */
export const namesIn = (paths: readonly (string | null | undefined)[]): string[] =>
  paths.flatMap((path) =>
    (path ?? '').split(/[.[\]'"$/@]+/).filter((name) => name && !/^\d+$/.test(name)),
  )
