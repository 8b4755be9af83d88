import type { FieldErrors } from '#schema'
import { invalid, lockKeys, type Context } from '#server'

import { lead, type Lead } from './lead.ts'

const keys = { email_key: 'email', phone_key: 'phone' } as const

/**
 * Refuses a lead that shares a key with another live one. Whoever adds leads, by hand or by import, waits for
 * the other, so that two at once cannot both be the first (product.md 5).
 */
export async function refuseDuplicates(
  values: Partial<Lead>,
  { sql, user, records }: Context,
  self = 0,
): Promise<void> {
  const given = Object.entries(keys).filter(([key]) => values[key as keyof Lead])
  if (given.length === 0) return
  await lockKeys(lead, sql)
  const maySee = lead.access.show(user) === true
  const errors: FieldErrors = {}
  for (const [key, name] of given) {
    const found = await records(lead).find({ [key]: values[key as keyof Lead] })
    const other = found.find(({ id }) => id !== self)
    if (other) errors[name] = [`There is a lead with it already${maySee ? `: ${other.id}` : ''}`]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
