/** Why something did not pass intake, by the codes that are stored and exported (product.md 5). */
export const reasons = {
  source_closed: 'Source closed',
  source_cap: 'Daily cap of the source',
  missing_contact: 'No e-mail and no phone',
  missing: 'Value missing',
  bad_email: 'Wrong e-mail',
  bad_phone: 'Wrong phone',
  phone_damaged: 'Phone cut by a spreadsheet',
  unknown_country: 'Unknown country',
  country_not_allowed: 'Country not allowed',
  bad_date: 'Wrong date',
  bad_number: 'Wrong number',
  bad_value: 'Wrong value',
  too_long: 'Too long',
  card_number_found: 'Card number',
  consent_missing: 'No consent',
  black_list: 'Black list',
  duplicate_in_file: 'Twice in the file',
  duplicate: 'Duplicate',
  duplicate_processing: 'Duplicate just sent',
  not_permitted: 'Not permitted',
  row_unreadable: 'Row unreadable',
} as const

export type ReasonCode = keyof typeof reasons

/** The reason by which people filter; values of many kinds are wrong in one way. */
export const reasonOf = (code: string): ReasonCode =>
  Object.hasOwn(reasons, code) ? (code as ReasonCode) : 'bad_value'
