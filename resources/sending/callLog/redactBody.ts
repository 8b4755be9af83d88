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

/** Paths by the last of their names. */
type Paths = ReadonlyMap<string | undefined, readonly (readonly string[])[]>

/** Which values of a body the log keeps. */
export interface Logged {
  readonly kept: Paths
  /** Others that end with the same names, but longer. */
  readonly hidden: Paths
}

/** The values at these paths are kept, wherever these begin, but for those at longer ones that are hidden. */
export const loggedAt = (kept: readonly Path[], hidden: readonly Path[] = []): Logged => ({
  kept: byLastName(kept),
  hidden: byLastName(hidden),
})

type Path = string | null | undefined

const byLastName = (paths: readonly Path[]): Paths =>
  groupBy(paths.map(namesIn), (names) => names.at(-1))

/**
 * The names in a path: those of `data.leads[0].id`, and of `/data/leads/@id`, are `data`, `leads` and `id`. Before what stands
 * for any name nothing is said.
 */
const namesIn = (path: Path): string[] =>
  (path ?? '')
    .replace(/^.*(?:\/\/|\*)/s, '')
    .replace(/\/text\(\)$/, '')
    .split(/[.[\]'"$/@]+/)
    .filter((name) => name && !/^\d+$/.test(name))

/** The paths in a document to texts that hold something. Undefined for what is no document. */
export function pathsWhere(text: string, holds: (text: string) => boolean): string[] | undefined {
  const document = parse(text)
  const walk = (value: unknown, above: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) => walk(one, `${above}.${name}`))
      : holds(String(value))
        ? [above]
        : []
  return document === undefined ? undefined : walk(document, '')
}

/** The same as `redactBody`; what would be longer than the log keeps is left out whole: half a document is none. */
export function loggedBody(text: string | null | undefined, logged: Logged): unknown {
  const value = redactBody(text, logged)
  const size = Buffer.byteLength(JSON.stringify(value))
  return size > maxBytes ? `[left out: ${size} bytes]` : value
}

/**
 * Returns a body for the log: only values at the given paths stay, without contacts and without what could be a link that
 * signs in. A body that is no document is hidden whole.
 */
function redactBody(text: string | null | undefined, logged: Logged): unknown {
  if (!text) return null
  const document = parse(text)
  if (document === undefined) return `[hidden: ${text.length} characters]`
  return redact(document, logged, [], 0)
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

function redact(value: unknown, logged: Logged, above: readonly string[], depth: number): unknown {
  if (depth > deepest) return hidden
  if (Array.isArray(value)) {
    return value.slice(0, 100).map((one) => redact(one, logged, above, depth + 1))
  }
  if (typeof value !== 'object' || value === null) return hidden
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const own = namesIn(name)
      const path = [...above, ...own]
      if (typeof one === 'object' && one !== null) {
        return [plainText(name), redact(one, logged, path, depth + 1)]
      }
      const isKept = own.length > 0 && longest(logged.kept, path) > longest(logged.hidden, path)
      return [plainText(name), isKept ? plain(one) : hidden]
    }),
  )
}

/** How many names of a path the longest of some others ends it with. */
function longest(paths: Paths, path: readonly string[]): number {
  const found = paths.get(path.at(-1)) ?? []
  const ends = (names: readonly string[]) =>
    names.every((name, at) => name === path[path.length - names.length + at])
  return Math.max(0, ...found.filter(ends).map(({ length }) => length))
}

/** A number may be a phone's too. */
function plain(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const short = String(value).slice(0, 2_000)
  const text = withoutContacts(short.replace(link, (one) => (withToken.test(one) ? hidden : one)))
  return typeof value === 'number' && text === String(value) ? value : plainText(text)
}
