import * as z from 'zod/mini'

import { defineKind, plainField } from '../kind.ts'
import { cleanLine } from '../take.ts'
import { msg } from '../../texts/msg.ts'

export const message = msg('enter_an_address_that_begins_with_https')

/** The URL parser forgives missing slashes and drops line ends; what is kept and shown must need no forgiving. */
const written = /^https?:\/\/[^\s\\\p{C}]+$/iu
const hostPattern = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/

/** Most characters of an address. */
export const maxLength = 2_000

/** A web address: http or https, with a host, without a name or password in it. */
export function isWebAddress(text: string): boolean {
  if (text.length > maxLength || !written.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostPattern.test(hostname) && username === '' && password === ''
}

/** A web address: http or https, with a host. */
export const urlKind = defineKind(plainField<'url', string>('url'), {
  column: () => 'text',
  schema: () => z.string(message).check(z.trim(), z.refine(isWebAddress, message)),
  format: 'iri',
  longest: () => maxLength,
  operators: ['equals', 'contains', 'empty'],
  search: 'fragment',
  operand: cleanLine,
})
