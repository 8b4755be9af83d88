import { createElement, type ReactNode } from 'react'

import type { Field, KindName } from '#schema'

import type { Display, FieldOf, Row } from '../browser/client/records/row.ts'
import { booleanDisplay } from './boolean/boolean.browser.tsx'
import { choiceDisplay } from './choice/choice.browser.tsx'
import { colorDisplay } from './color/color.browser.tsx'
import { countryDisplay } from './country/country.browser.tsx'
import { dateDisplay, timestampDisplay } from './date/date.browser.tsx'
import { jsonDisplay } from './json/json.browser.tsx'
import { ipsDisplay, urlsDisplay } from './ips/ips.browser.tsx'
import { integerDisplay, moneyDisplay } from './integer/integer.browser.tsx'
import { progressDisplay } from './progress/progress.browser.tsx'
import { referenceDisplay, referencesDisplay } from './reference/reference.browser.tsx'
import { passwordDisplay, secretDisplay } from './secret/secret.browser.tsx'
import { emailDisplay, phoneDisplay, textDisplay } from './text/text.browser.tsx'
import { urlDisplay } from './url/url.browser.tsx'

/** How each kind of field is shown. A missing kind does not compile. */
export const displays: { readonly [Name in KindName]: Display<FieldOf<Name>> } = {
  text: textDisplay,
  email: emailDisplay,
  phone: phoneDisplay,
  url: urlDisplay,
  integer: integerDisplay,
  money: moneyDisplay,
  boolean: booleanDisplay,
  choice: choiceDisplay,
  date: dateDisplay,
  timestamp: timestampDisplay,
  color: colorDisplay,
  country: countryDisplay,
  json: jsonDisplay,
  ips: ipsDisplay,
  urls: urlsDisplay,
  reference: referenceDisplay,
  references: referencesDisplay,
  password: passwordDisplay,
  secret: secretDisplay,
  progress: progressDisplay,
}

export function displayOf(field: Field): Display {
  return displays[field.kind as KindName] as Display
}

/** A record's value of a field as a cell, or whole. Null when it is empty. */
export function shownValue(field: Field, name: string, record: Row, full = false): ReactNode {
  const value = record[name]
  if (isEmpty(value)) return null
  const { show, direction } = displayOf(field)
  const shown = show({ field, name, value, record, full })
  return direction ? createElement('bdi', { dir: direction }, shown) : shown
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
