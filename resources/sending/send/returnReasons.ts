/** Why a broker gave a lead back (product.md 3.6). */
export const returnReasons = {
  wrong_number: 'Wrong number',
  wrong_person: 'Wrong person',
  duplicate: 'Duplicate at the broker',
  no_request: 'No such request',
  wrong_country: 'Wrong country or language',
  under_age: 'Under age',
  remove: 'Asked to be removed',
  other: 'Other',
} as const
