import { field } from '#schema'

/** What a person says who sets the first deposit by hand. */
export const ftdInput = {
  date: field.timestamp({ label: 'Deposited' }),
  reason: field.text({ min: 3, max: 200 }),
}
