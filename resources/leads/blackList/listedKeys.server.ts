import { createHash } from 'node:crypto'
import { isIP } from 'node:net'

import { normaliseEmail, ValueError } from '#schema'
import { validPhone } from '#server/phones'

import { emailKey } from '../lead/contactKeys.server.ts'
import type { Lead } from '../lead/lead.ts'
import type { BlackListEntry } from './blackList.ts'
import { msg } from '../../msg.server.ts'

type Type = BlackListEntry['type']

/** How an entry of a type is compared and shown; `plain` ones are no person's. */
interface Form {
  /** How a value is written, as it is shown to a person who wrote it otherwise. */
  readonly like: string
  /** The one form of a value. Undefined for what is no such value. */
  read(text: string): string | undefined
  readonly plain?: true
}

const read = {
  email: (text: string) =>
    /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text) ? emailKey(normaliseEmail(text)) : undefined,
  phone: (text: string) => validPhone(text.replace(/^00/, '+'))?.e164,
}

const forms: Readonly<Record<Type, Form>> = {
  email: { like: 'name@example.com', read: read.email },
  phone: { like: '+447400123456', read: read.phone },
  email_domain: {
    like: 'example.com',
    plain: true,
    read: (text) =>
      /^x@([\w.-]+\.[a-z][\w-]+)$/.exec(normaliseEmail(`x@${text.replace(/^@/, '')}`))?.[1],
  },
  phone_prefix: {
    like: '+4474',
    plain: true,
    read: (text) => /^\+\d{1,14}$/.exec(text.replaceAll(/[\s().-]/g, '').replace(/^00/, '+'))?.[0],
  },
  ip: {
    like: '203.0.113.7',
    read: (text) => (isIP(text) === 0 ? undefined : oneSpelling(text)),
  },
  name_and_birth_date: {
    like: 'Ann Lee 1990-01-31',
    read: (text) => (/^.+ \d{4}-\d{2}-\d{2}$/.test(text) ? text.toLowerCase() : undefined),
  },
  sha256: {
    like: '9f86d081… (64 × 0–9, a–f)',
    read: (text) => (/^[\da-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
  },
}

/** An address of version 6 is written in many ways. */
function oneSpelling(ip: string): string {
  const url = `http://[${ip}]`
  return isIP(ip) === 6 && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : ip.toLowerCase()
}

/** Whether entries of a type name a part of a contact. */
export const isPart = (type: Type): boolean => forms[type].plain === true

type Fingerprint = (text: string) => string

/** What is kept of a value: its hash, and what people are shown. Throws ValueError for what is no value of the type. */
export function listedValue(type: Type, text: string, fingerprint: Fingerprint) {
  const { like, read: readValue, plain } = forms[type]
  const value = readValue(text.trim())
  if (value === undefined) {
    throw new ValueError('bad_value', msg('write_this_change_like', { forms: like }), 'value')
  }
  if (type === 'sha256') return { hash: value, value: `${value.slice(0, 8)}•••••` }
  return {
    hash: fingerprint(`${prefixOf(type)}${value}`),
    value: plain ? value : maskOf(type, value),
  }
}

/** E-mails and phones have the fingerprints of leads; what could be taken for one of them is kept apart. */
const prefixOf = (type: Type) => (type === 'email' || type === 'phone' ? '' : `${type} `)

function maskOf(type: Type, value: string): string {
  if (type === 'phone') return `${value.slice(0, 3)}•••••••${value.slice(-3)}`
  if (type !== 'email') return `${value.slice(0, 1)}•••••`
  const [name = '', domain = ''] = value.split('@')
  return `${name.slice(0, 1)}•••••@${domain.slice(0, 1)}•••${domain.slice(domain.lastIndexOf('.'))}`
}

/** What a value is that comes without its type, as in a file. A domain and the like keep many out, so they are never guessed. */
export function typeOf(text: unknown): Type {
  if (typeof text !== 'string') return 'email'
  const found = (['email', 'phone', 'sha256'] as const).find((type) =>
    forms[type].read(text.trim()),
  )
  if (!found) throw new ValueError('bad_value', msg('choose_the_type_of_this_value'), 'value')
  return found
}

/** An e-mail or a phone as it may stand on the list; undefined for what is neither. */
export function contactOf(text: string): { type: 'email' | 'phone'; value: string } | undefined {
  const email = read.email(text.trim())
  if (email !== undefined) return { type: 'email', value: email }
  const phone = read.phone(text.trim())
  return phone === undefined ? undefined : { type: 'phone', value: phone }
}

/** The hashes under which a lead may be listed, of the types that the list has entries of. */
export function hashesOf(
  lead: Partial<Lead>,
  types: ReadonlySet<Type>,
  fingerprint: Fingerprint,
): string[] {
  const { email, email_key, alt_email, phone, phone_key, alt_phone, ip, date_of_birth } = lead
  const phones = [phone, alt_phone].filter((one) => typeof one === 'string')
  const domains = [email, alt_email].flatMap((one) => one?.slice(one.lastIndexOf('@') + 1) ?? [])
  const name = `${lead.first_name ?? ''} ${lead.last_name ?? ''}`.trim()
  // Those of earlier releases get their fingerprints by and by.
  const made = (key: string | null | undefined) => key && fingerprint(key)
  const own = (type: Type, value: string) =>
    types.has(type) ? [fingerprint(`${prefixOf(type)}${value}`)] : []
  return [
    ...(types.has('email') ? given(lead.email_hmac ?? made(email_key), lead.alt_email_hmac) : []),
    ...(types.has('phone') ? given(lead.phone_hmac ?? made(phone_key), lead.alt_phone_hmac) : []),
    ...domains.flatMap((one) => own('email_domain', one)),
    ...(types.has('phone_prefix')
      ? phones.flatMap(prefixesOf).flatMap((one) => own('phone_prefix', one))
      : []),
    ...(ip ? own('ip', oneSpelling(ip)) : []),
    ...(name && date_of_birth
      ? own('name_and_birth_date', `${name} ${date_of_birth}`.toLowerCase())
      : []),
    ...(types.has('sha256')
      ? plainHashes([
          ...given(email, email_key, alt_email, alt_email && emailKey(alt_email)),
          ...phones.flatMap((one) => [one, one.slice(1)]),
        ])
      : []),
  ]
}

const given = (...texts: readonly (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => text || [])

const prefixesOf = (phone: string) =>
  Array.from({ length: phone.length - 1 }, (_, at) => phone.slice(0, at + 2))

/** As others make lists: of the address in lower case, of the number with and without its plus. */
const plainHashes = (texts: readonly string[]): string[] =>
  [...new Set(texts)].map((text) => createHash('sha256').update(text).digest('hex'))
