import { randomUUID } from 'node:crypto'

import type { Integration } from '../integration.ts'
import { encodeText } from './encodeText.ts'
import type { Mapped } from './mapLead.server.ts'
import { nest } from './nested.ts'

export interface Body {
  readonly type: string
  readonly text: string
}

/** The body of a call, as its content type wants it. */
export function bodyOf(type: Integration['content_type'], mapped: readonly Mapped[]): Body {
  switch (type) {
    case 'json':
      return { type: 'application/json', text: JSON.stringify(nest(mapped)) }
    case 'xml':
      return { type: types.xml, text: xmlOf(nest(mapped)) }
    case 'multipart':
      return multipart(pairsOf(mapped))
    case 'form':
    case 'query':
      return { type: types.form, text: new URLSearchParams(pairsOf(mapped)).toString() }
  }
}

const types = {
  xml: 'application/xml; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
} as const

/** What a body has that somebody wrote as a template. */
export const typeOfTemplate = (type: Integration['content_type']): string =>
  type === 'xml' ? types.xml : type === 'json' ? 'application/json' : types.form

/** How a value stands in a template of that type. */
export function escapeFor(type: Integration['content_type']): (text: string) => string {
  if (type === 'json') return (text) => JSON.stringify(text).slice(1, -1)
  if (type === 'xml') return escapeXml
  return encodeText
}

/** Names and values for forms and addresses: nothing for null, one pair for each of a list. */
export const pairsOf = (mapped: readonly Mapped[]): [string, string][] =>
  mapped.flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  )

function multipart(pairs: readonly (readonly [string, string])[]): Body {
  const boundary = `----${randomUUID()}`
  const parts = pairs.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  )
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    text: `${parts.join('')}--${boundary}--\r\n`,
  }
}

const quoted = (name: string) => name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign))

const entities: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Without the signs that XML cannot hold at all. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[<>&"']/g, (sign) => entities[sign] ?? '')

/** One root is the document; several stand in `request`. */
function xmlOf(tree: object): string {
  const roots = Object.entries(tree)
  const isOne = roots.length === 1 && !Array.isArray(roots[0]?.[1])
  const inner = roots.map(([name, value]) => element(name, value)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>${isOne ? inner : `<request>${inner}</request>`}`
}

function element(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('')
  const tag = xmlName(name)
  if (value === null || value === undefined || value === '') return `<${tag}/>`
  if (typeof value !== 'object') return `<${tag}>${escapeXml(String(value))}</${tag}>`
  const inner = Object.entries(value).map(([each, one]) => element(each, one))
  return `<${tag}>${inner.join('')}</${tag}>`
}

const xmlName = (name: string) => {
  const plain = name.replace(/[^\w.-]/g, '_')
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
}
