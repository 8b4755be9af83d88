import { createElement, type ReactNode } from 'react'

import type { Field, KindName } from '#schema'

import type { Display, FieldOf, Row } from './display.ts'
import { booleanDisplay } from './displays/boolean.tsx'
import { choiceDisplay } from './displays/choice.tsx'
import { colorDisplay } from './displays/color.tsx'
import { countryDisplay } from './displays/country.tsx'
import { dateDisplay, timestampDisplay } from './displays/date.tsx'
import { jsonDisplay } from './displays/json.tsx'
import { ipsDisplay, urlsDisplay } from './displays/list.tsx'
import { integerDisplay, moneyDisplay } from './displays/number.tsx'
import { progressDisplay } from './displays/progress.tsx'
import { referenceDisplay, referencesDisplay } from './displays/reference.tsx'
import { passwordDisplay, secretDisplay } from './displays/secret.tsx'
import { emailDisplay, phoneDisplay, textDisplay } from './displays/text.tsx'
import { urlDisplay } from './displays/url.tsx'

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
