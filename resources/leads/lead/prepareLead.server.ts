import { isIP } from 'node:net'

import { ValueError, type Field } from '#schema'
import { validPhone } from '#server'

import { isTimeZone } from '../../timezone.server.ts'
import { holdsCardNumber } from './cardNumber.server.ts'
import { emailKey } from './contactKeys.server.ts'
import { lead, type Lead } from './lead.ts'

/** The one form a lead has whatever door it comes through, and what no lead may have (product.md 3.3, 5). */
export function prepareLead(values: Partial<Lead>, previous: Lead | undefined): Partial<Lead> {
  checkContact(values, previous)
  checkTexts(values)
  checkBirth(values.date_of_birth)
  checkPlace(values)
  if (values.alt_phone) phoneOf(values.alt_phone, 'alt_phone')
  return { ...values, ...derived(values, previous) }
}

function checkContact(values: Partial<Lead>, previous: Lead | undefined): void {
  const { email, phone } = { ...previous, ...values }
  if (email || phone) return
  throw new ValueError('missing_contact', 'Give an e-mail address or a phone number', 'email')
}

const texts = Object.entries<Field>(lead.fields)
  .filter(([, { kind, options }]) => kind === 'text' && !options.computed)
  .map(([name]) => name as keyof Lead)

function checkTexts(values: Partial<Lead>): void {
  for (const name of texts) {
    const text = values[name]
    if (typeof text !== 'string' || !holdsCardNumber(text)) continue
    throw new ValueError('card_number_found', 'A full card number must never be stored', name)
  }
}

function checkBirth(date: string | null | undefined): void {
  if (!date || date < new Date().toISOString().slice(0, 10)) return
  throw new ValueError('bad_date', 'The date of birth must be in the past', 'date_of_birth')
}

function checkPlace(values: Partial<Lead>): void {
  for (const name of ['ip', 'consent_ip'] as const) {
    const address = values[name]
    if (address && isIP(address) === 0) {
      throw new ValueError('bad_ip', 'Enter an IP address like 203.0.113.7', name)
    }
  }
  if (values.timezone && !isTimeZone(values.timezone)) {
    throw new ValueError('bad_timezone', 'Enter a time zone like Europe/Berlin', 'timezone')
  }
}

function phoneOf(text: string, name: keyof Lead) {
  const phone = validPhone(text)
  if (!phone) throw new ValueError('bad_phone', 'There is no such phone number', name)
  return phone
}

/** What follows from the contact. A test lead has no keys: it is nobody's duplicate (product.md 5). */
function derived(values: Partial<Lead>, previous: Lead | undefined): Partial<Lead> {
  const touched = ['email', 'phone', 'phone_prefix', 'is_test'].some((name) => name in values)
  if (previous && !touched) return {}
  const { email, phone, is_test, phone_prefix } = { ...previous, ...values }
  const number = phone ? phoneOf(phone, 'phone') : undefined
  return {
    phone_prefix: number?.prefix ?? phone_prefix ?? null,
    email_key: email && !is_test ? emailKey(email) : null,
    phone_key: number && !is_test ? number.e164 : null,
  }
}
