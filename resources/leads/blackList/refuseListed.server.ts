import { conflict, RefusedRecord, type Context } from '#server'

import type { Lead } from '../lead/lead.ts'
import { becomeListed, listedContacts } from './isListed.server.ts'
import { msg } from '../../msg.server.ts'

/** What of a lead the black list knows people by, and where an entry may hold. */
export const listedBy = [
  'email',
  'phone',
  'alt_email',
  'alt_phone',
  'ip',
  'first_name',
  'last_name',
  'date_of_birth',
  'is_test',
  'source',
] as const satisfies readonly (keyof Lead)[]

/** Refuses a change that makes a lead one of somebody whom the black list forbids. What it was already is left as it is. */
export async function refuseListed(
  record: Lead,
  changes: Partial<Lead>,
  context: Context,
): Promise<void> {
  const after = { ...record, ...changes }
  const [isForbidden] = await becomeListed([{ after, before: personOf(record) }], context)
  if (!isForbidden) return
  const [known = []] = await listedContacts([after], context)
  const field = [...known, ...listedBy].find((name) => name in changes) ?? 'email'
  throw new RefusedRecord('black_list', { [field]: [msg('this_person_must_not_be_taken_in')] })
}

/** Refuses changes of which one makes a lead one of somebody whom the black list forbids. */
export async function refuseAllListed(
  all: readonly { readonly changes: Partial<Lead>; readonly record: Lead }[],
  context: Context,
): Promise<void> {
  const changed = all.map(({ changes, record }) => ({
    after: { ...record, ...changes },
    before: personOf(record),
  }))
  const forbidden = await becomeListed(changed, context)
  if (forbidden.includes(true)) throw conflict(msg('this_person_must_not_be_taken_in'))
}

/** A test lead stands for no person. */
const personOf = (record: Lead) => (record.is_test ? undefined : record)

/** Refuses to bring back leads that the black list has come to forbid; what was blocked before comes back as it was. */
export async function refuseRestored(leads: readonly Lead[], context: Context): Promise<void> {
  const open = leads.filter(({ stage }) => stage !== 'blocked')
  const forbidden = await becomeListed(
    open.map((after) => ({ after })),
    context,
  )
  if (forbidden.includes(true)) throw conflict(msg('this_person_must_not_be_taken_in'))
}

/** Refuses a source for which the black list forbids one of the people. */
export async function refuseMoved(
  leads: readonly Lead[],
  source: number,
  context: Context,
): Promise<void> {
  const moved = leads.map((before) => ({ after: { ...before, source }, before }))
  const forbidden = await becomeListed(moved, context)
  if (forbidden.includes(true)) throw conflict(msg('this_person_must_not_be_taken_in'))
}
