import { fingerprints, type Context } from '#server'

import type { Lead } from '../lead/lead.ts'
import { blackList, type BlackListEntry } from './blackList.ts'
import { listedValue } from './listedKeys.server.ts'

type Why = Pick<BlackListEntry, 'reason' | 'origin'>

/** Puts the person of a lead on the black list by e-mail and phone, unless they stand there already. */
export async function keepOut(
  { email_key, phone_key }: Partial<Pick<Lead, 'email_key' | 'phone_key'>>,
  why: Why,
  { backend, records, user }: Context,
): Promise<void> {
  const fingerprint = fingerprints(backend)
  const contacts = [
    ['email', email_key],
    ['phone', phone_key],
  ] as const
  for (const [type, value] of contacts) {
    if (!value) continue
    const entry = listedValue(type, value, fingerprint)
    if (await records(blackList).exists({ type, hash: entry.hash, scope: 'all' })) continue
    const author = user.id > 0 ? user.id : null
    await records(blackList).create({
      ...entry,
      ...why,
      type,
      scope: 'all',
      block_existing: false,
      user: author,
    })
  }
}
