import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'

import { checkAll, ValueError, zoneNamed } from '#schema'
import { validPhone } from '#server/phones'

import { emailKey } from './contactKeys.server.ts'
import type { Lead } from './lead.ts'
import { msg } from '../../msg.server.ts'

/** The one form a lead has whatever door it comes through, and what no lead may have (product.md 3.3, 5). */
export function prepareLead(
  values: Partial<Lead>,
  previous: Lead | undefined,
  refused: ReadonlySet<string> = none,
  fingerprint: (text: string) => string | null = () => null,
): Partial<Lead> {
  // Whatever is to be written there is refused: it need not fit the contacts that are gone.
  if (previous?.stage === 'erased') return values
  let prepared = values
  checkAll(
    () => checkContact(values, previous, refused),
    () => checkBirth(values.date_of_birth),
    () => checkAddress(values, 'ip'),
    () => checkAddress(values, 'consent_ip'),
    () => checkZone(values.timezone),
    () => {
      if (!values.alt_phone) return
      prepared = { ...prepared, alt_phone: phoneOf(values.alt_phone, 'alt_phone').e164 }
    },
    () => {
      const hasContact = !previous || contact.some((name) => name in values)
      if (hasContact) prepared = withKeys(prepared, previous, fingerprint)
    },
  )
  return prepared
}

const none: ReadonlySet<string> = new Set()

function checkContact(
  values: Partial<Lead>,
  previous: Lead | undefined,
  refused: ReadonlySet<string>,
): void {
  if (after('email', values, previous) || after('phone', values, previous)) return
  // What was given and is wrong is said to be wrong, not missing.
  if (refused.has('email') || refused.has('phone')) return
  throw new ValueError('missing_contact', msg('give_an_e_mail_address_or_a'), 'email')
}

function checkBirth(date: string | null | undefined): void {
  if (!date || date < new Date().toISOString().slice(0, 10)) return
  throw new ValueError('bad_date', msg('the_date_of_birth_must_be_in'), 'date_of_birth')
}

function checkAddress(values: Partial<Lead>, name: 'ip' | 'consent_ip'): void {
  const address = values[name]
  if (!address || isIP(address) !== 0) return
  throw new ValueError('bad_ip', msg('enter_an_ip_address_like_203_0'), name)
}

function checkZone(zone: string | null | undefined): void {
  if (!zone || zoneNamed(zone)) return
  throw new ValueError('bad_timezone', msg('enter_a_time_zone_like_europe_berlin'), 'timezone')
}

function phoneOf(text: string, name: keyof Lead) {
  const phone = validPhone(text)
  if (!phone) throw new ValueError('bad_phone', msg('there_is_no_such_phone_number'), name)
  return phone
}

const contact = ['email', 'phone', 'phone_prefix', 'alt_email', 'alt_phone', 'is_test'] as const

/** With what follows from the contact. A test lead has no keys: it is never a duplicate (product.md 5). */
function withKeys(
  values: Partial<Lead>,
  previous: Lead | undefined,
  fingerprint: (text: string) => string | null,
): Partial<Lead> {
  const email = after('email', values, previous)
  const phone = after('phone', values, previous)
  const isTest = after('is_test', values, previous)
  const number = phone ? phoneOf(phone, 'phone') : undefined
  const email_key = email && !isTest ? emailKey(email) : null
  const phone_key = number && !isTest ? number.e164 : null
  const altEmail = isTest ? null : after('alt_email', values, previous)
  const altPhone = isTest ? null : after('alt_phone', values, previous)
  // One object, spread once: this runs for every row of an import.
  return {
    ...values,
    ...(!previous && { uuid: randomUUID() }),
    email_hmac: email_key && fingerprint(email_key),
    phone_hmac: phone_key && fingerprint(phone_key),
    alt_email_hmac: altEmail ? fingerprint(emailKey(altEmail)) : null,
    alt_phone_hmac: altPhone ? fingerprint(validPhone(altPhone)?.e164 ?? altPhone) : null,
    // Not always as it was given: +44 (0) 7400 … has a digit that is not dialled from abroad.
    ...(number && { phone: number.e164 }),
    phone_prefix: number?.prefix ?? after('phone_prefix', values, previous) ?? null,
    email_key,
    phone_key,
  }
}

/** A value as it will be. */
function after<Name extends keyof Lead>(
  name: Name,
  values: Partial<Lead>,
  previous: Lead | undefined,
): Lead[Name] | undefined {
  const given = values[name]
  return given === undefined ? previous?.[name] : given
}
