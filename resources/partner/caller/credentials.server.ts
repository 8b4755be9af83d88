import type { IncomingHttpHeaders } from 'node:http'

import type { BrokerDepartment } from '../../brokers/department/brokerDepartment.ts'

/** What a call says of who makes it, by the kinds of `auth_type` (product.md 8.1). */
export type Credentials =
  | { readonly type: 'token'; readonly token: string }
  | { readonly type: 'basic'; readonly username: string; readonly token: string }
  | {
      readonly type: 'signature'
      readonly department: number
      readonly timestamp: string
      readonly signature: string
    }

export type AuthType = BrokerDepartment['auth_type']

const textOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header.trim() : undefined

/** Reads the headers of a call. Undefined when they hold nothing that could open anything. */
export function readCredentials(headers: IncomingHttpHeaders): Credentials | undefined {
  const signature = textOf(headers['x-signature'])
  if (signature !== undefined) return readSignature(headers, signature)
  const key = textOf(headers['x-api-key'])
  if (key) return { type: 'token', token: key }
  const [, scheme = '', value = ''] =
    /^(\w+) +(\S+)$/.exec(textOf(headers.authorization) ?? '') ?? []
  if (/^bearer$/i.test(scheme)) return { type: 'token', token: value }
  return /^basic$/i.test(scheme) ? readBasic(value) : undefined
}

function readSignature(headers: IncomingHttpHeaders, signature: string): Credentials | undefined {
  const department = textOf(headers['x-department']) ?? ''
  const timestamp = textOf(headers['x-timestamp']) ?? ''
  const isReadable = /^\d{1,15}$/.test(department) && /^\d{10}(?:\d{3})?$/.test(timestamp)
  if (!isReadable || !/^[\da-f]{64}$/i.test(signature)) return undefined
  return { type: 'signature', department: Number(department), timestamp, signature }
}

function readBasic(value: string): Credentials | undefined {
  const [, username, token] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(value, 'base64').toString('utf8')) ?? []
  return username !== undefined && token ? { type: 'basic', username, token } : undefined
}
