import type { Field, KindName } from '#schema'

import type { FieldOf } from './display.ts'
import type { InputKind } from './input.ts'
import { booleanInput } from './inputs/BooleanInput.tsx'
import { choiceInput } from './inputs/ChoiceInput.tsx'
import { colorInput } from './inputs/ColorInput.tsx'
import { countryInput } from './inputs/CountryInput.tsx'
import { dateInput, timestampInput } from './inputs/DateInput.tsx'
import { jsonInput } from './inputs/JsonInput.tsx'
import { ipsInput, urlsInput } from './inputs/ListInput.tsx'
import { integerInput, moneyInput } from './inputs/NumberInput.tsx'
import { referenceInput, referencesInput } from './inputs/ReferenceInput.tsx'
import { passwordInput, secretInput } from './inputs/SecretInput.tsx'
import { emailInput, phoneInput, textInput, urlInput } from './inputs/TextInput.tsx'

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
