import { text, textKind } from './text/text.ts'
import { email, emailKind } from './email/email.ts'
import { phone, phoneKind } from './phone/phone.ts'
import { url, urlKind } from './url/url.ts'
import { integer, integerKind } from './integer/integer.ts'
import { money, moneyKind } from './money/money.ts'
import { boolean, booleanKind } from './boolean/boolean.ts'
import { choice, choiceKind } from './choice/choice.ts'
import { date, dateKind } from './date/date.ts'
import { timestamp, timestampKind } from './timestamp/timestamp.ts'
import { color, colorKind } from './color/color.ts'
import { country, countryKind } from './country/country.ts'
import { json, jsonKind } from './json/json.ts'
import { ips, ipsKind } from './ips/ips.ts'
import { urls, urlsKind } from './urls/urls.ts'
import { reference, referenceKind } from './reference/reference.ts'
import { references, referencesKind } from './references/references.ts'
import { password, passwordKind } from './password/password.ts'
import { secret, secretKind } from './secret/secret.ts'
import { progress, progressKind } from './progress/progress.ts'
import type { Field, Kind } from './field.ts'
import { bounded } from './bounded.ts'

/** The constructors of fields, by kind: `field.text({ max: 40 })`. */
export const field = {
  text,
  email,
  phone,
  url,
  integer,
  money,
  boolean,
  choice,
  date,
  timestamp,
  color,
  country,
  json,
  ips,
  urls,
  reference,
  references,
  password,
  secret,
  progress,
} as const

export type KindName = keyof typeof field

/** What each kind answers for itself. A missing kind does not compile. */
const own: { readonly [Name in KindName]: Kind<any> } = {
  text: textKind,
  email: emailKind,
  phone: phoneKind,
  url: urlKind,
  integer: integerKind,
  money: moneyKind,
  boolean: booleanKind,
  choice: choiceKind,
  date: dateKind,
  timestamp: timestampKind,
  color: colorKind,
  country: countryKind,
  json: jsonKind,
  ips: ipsKind,
  urls: urlsKind,
  reference: referenceKind,
  references: referencesKind,
  password: passwordKind,
  secret: secretKind,
  progress: progressKind,
}

export const kindNames = Object.keys(own) as KindName[]

const kinds = new Map<string, Kind>(
  Object.entries(own).map(([name, kind]) => [name, bounded(kind)]),
)

export function kindOf(one: Field): Kind {
  const kind = kinds.get(one.kind)
  if (!kind) throw new Error(`there is no kind "${one.kind}"`)
  return kind
}
