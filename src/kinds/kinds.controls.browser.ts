import type { Field, KindName } from '#schema'

import type { FieldOf } from '../browser/client/records/row.ts'
import type { InputKind } from '../browser/ui/fields/input.ts'
import { booleanInput } from './boolean/boolean.controls.browser.tsx'
import { choiceInput } from './choice/choice.controls.browser.tsx'
import { colorInput } from './color/color.controls.browser.tsx'
import { countryInput } from './country/country.controls.browser.tsx'
import { dateInput, timestampInput } from './date/date.controls.browser.tsx'
import { jsonInput } from './json/json.controls.browser.tsx'
import { ipsInput, urlsInput } from '../browser/ui/fields/ListInput.tsx'
import { integerInput, moneyInput } from './integer/integer.controls.browser.tsx'
import { referenceInput, referencesInput } from './reference/reference.controls.browser.tsx'
import { passwordInput, secretInput } from './secret/secret.controls.browser.tsx'
import { emailInput, phoneInput, textInput, urlInput } from '../browser/ui/fields/TextLines.tsx'

/** How each kind of field is typed; loaded with the forms. A missing kind does not compile. */
export const inputs: { readonly [Name in KindName]: InputKind<FieldOf<Name>> } = {
  text: textInput,
  email: emailInput,
  phone: phoneInput,
  url: urlInput,
  integer: integerInput,
  money: moneyInput,
  boolean: booleanInput,
  choice: choiceInput,
  date: dateInput,
  timestamp: timestampInput,
  color: colorInput,
  country: countryInput,
  json: jsonInput,
  ips: ipsInput,
  urls: urlsInput,
  reference: referenceInput,
  references: referencesInput,
  password: passwordInput,
  secret: secretInput,
  progress: integerInput,
}

export function inputOf(field: Field): InputKind {
  return inputs[field.kind as KindName] as InputKind
}
