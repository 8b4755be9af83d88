import { field, nobody, yearsSince } from '#schema'
import { msg } from '../../msg.ts'

const unmaskBy = 'lead.contact.view'
const exportBy = 'lead.contact.export'
const masked = { optional: true, unmaskBy, exportBy } as const
const found = { ...masked, search: true, index: true } as const
const name = { max: 80, optional: true, search: true, index: true } as const
const own = { computed: true, readBy: unmaskBy, outOfFiles: true } as const
const key = { ...masked, ...own, index: true } as const

// Read by nobody: who had the fingerprint of a guess, as of another e-mail, would find the masked contact that has the same.
const hidden = { ...own, readBy: nobody, optional: true, index: 'lookup', max: 44 } as const

/** Who the person is. Addresses and numbers are shown masked until somebody who may reveals them (product.md 15.1). */
export const contactFields = {
  first_name: field.text({ ...name, headers: ['first', 'name'] }),
  last_name: field.text({ ...name, headers: ['last', 'surname'] }),
  email: field.email({ ...found, label: 'E-mail', headers: ['e-mail', 'mail', 'email address'] }),
  alt_email: field.email({ ...masked, index: 'lookup', label: 'Other e-mail' }),
  phone: field.phone({ ...found, headers: ['phone number', 'telephone', 'mobile', 'tel'] }),
  phone_prefix: field.text({
    max: 8,
    optional: true,
    pattern: [/^\+?\d{1,7}$/, msg('enter_a_calling_code_like_44')],
    help: 'Follows from the phone number.',
  }),
  alt_phone: field.phone({ ...masked, index: 'lookup', label: 'Other phone' }),
  date_of_birth: field.date({
    ...masked,
    // Of an age, whose ranges are ranges of it.
    index: 'sparse',
    headers: ['birthday', 'dob', 'birth date'],
  }),
  // What a masked date of birth shows, for all who see leads: senders choose leads by it (product.md 15.1, 16.1).
  age: field.derived(
    field.integer({ optional: true, computed: true }),
    yearsSince('date_of_birth'),
  ),
  email_key: field.text({ ...key, label: 'E-mail' }),
  phone_key: field.text({ ...key, label: 'Phone' }),
  // What is left of a contact when the contact itself may not stay (product.md 15.3).
  email_hmac: field.text(hidden),
  phone_hmac: field.text(hidden),
  alt_email_hmac: field.text(hidden),
  alt_phone_hmac: field.text(hidden),
}

/** Where the person lives. */
export const placeFields = {
  address: field.text({ ...masked, max: 190, headers: ['street'] }),
  city: field.text({ max: 120, optional: true, index: 'lookup' }),
  state: field.text({ max: 120, optional: true, label: 'State or province', headers: ['region'] }),
  zip: field.text({ ...masked, max: 20, label: 'ZIP', headers: ['postcode', 'postal code'] }),
  country: field.reference('countries', {
    optional: true,
    index: true,
    unknown: 'phone',
    // Measured with a million leads: these three together took 33 ms by the country alone, and take 3.
    covers: ['status', 'source'],
  }),
  language: field.reference('languages', { optional: true, index: true, unknown: 'leave' }),
  ip: field.text({ ...masked, max: 45, label: 'IP address' }),
  timezone: field.text({ max: 60, optional: true, label: 'Time zone' }),
}
