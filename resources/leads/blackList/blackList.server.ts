import { sql } from 'kysely'

import { normaliseEmail } from '#schema'
import {
  afterRollback,
  compareMasked,
  countContacts,
  countDisclosure,
  fingerprints,
  forbidden,
  invalid,
  recordAudit,
  RequestError,
  type Behavior,
  type Context,
} from '#server'

import { lead } from '../lead/lead.ts'
import { blackList, entryStays, fixedFields, type BlackListEntry } from './blackList.ts'
import { blockExisting, blockImported } from './blockExisting.server.ts'
import { blockJob } from './blockJob.server.ts'
import { countRoute, refusePart } from './countLeads.server.ts'
import { seesContacts } from './countUnder.server.ts'
import { isListed } from './isListed.server.ts'
import { blockLeads, blocksLeads } from './blockPeople.server.ts'
import { idsOf } from './leadsUnder.server.ts'
import { contactOf } from './listedKeys.server.ts'
import { prepareListed } from './prepareListed.server.ts'
import { refuseTwice } from './refuseTwice.server.ts'
import { takeOff, unblock } from './takeOff.server.ts'
import { msg } from '../../msg.server.ts'

export const blackListBehavior: Behavior<typeof blackList> = {
  prepare: prepareListed,

  async beforeCreate(input, context) {
    const { user } = context
    refusePart(input, user, 'value')
    if (seesContacts(user)) await refuseTwice(input, context)
    else await refuseCounted(input, context)
    return { ...input, user: user.id }
  },

  afterCreate: blockExisting,

  beforeUpdate(changes, entry, context) {
    // Another value may have the same mask.
    const { hash, ...rest } = changes
    const changed = hash === undefined ? rest : { ...rest, value: hash }
    const fixed = fixedFields.filter((name) => name in changed)
    if (fixed.length > 0) {
      throw invalid(Object.fromEntries(fixed.map((name) => [name, [entryStays]])))
    }
    if (endOf({ ...entry, ...changes }) < endOf(entry)) requireForce([entry], context)
    // An entry that holds on, or once more, has its leads set free when it is over.
    return 'expires_at' in changes ? { ...changes, freed_at: null } : changes
  },

  async afterUpdate(entry, previous, context) {
    if (isOver(previous) && !isOver(entry)) await blockExisting(entry, context)
  },

  // What people have asked for is taken beside what others wanted, as at the form.
  duplicateRule: ({ origin }) => ({
    groups: [{ fields: [...reach, ...(origin === 'request' ? ['origin'] : [])], nulls: 'same' }],
  }),

  // Without a type, each value of the file is what it looks like.
  beforeImport(settings, { user }) {
    refusePart(settings, user, 'type')
    return { origin: 'import', type: undefined, ...settings }
  },

  async afterImport(ids, context) {
    const { user, sql: database } = context
    if (!seesContacts(user)) await countContacts(user.id, ids.length, database)
    const entries = await context.records(blackList).find({ id: { in: ids } } as object)
    await blockImported(entries, context)
  },

  jobs: { block: blockJob },

  schedules: {
    'free the leads of entries that are over': { every: 5, run: freeOver },
    'block leads that came while entries were made': { every: 5, run: blockMissed },
  },

  routes: countRoute,

  actions: {
    async check({ input }, context) {
      const found = contactOf(input.contact)
      if (!found) throw invalid({ contact: [msg('enter_an_e_mail_or_a_phone')] })
      const key = fingerprints(context.backend)(found.value)
      const isEmail = found.type === 'email'
      const contact = { [found.type]: isEmail ? normaliseEmail(input.contact) : found.value }
      await compareMasked(lead, { [found.type]: found.value }, context)
      const keys = isEmail ? { email_key: found.value, email_hmac: key } : { phone_hmac: key }
      const asked = [{ ...contact, ...keys }]
      const [everywhere] = await isListed(asked, {}, context)
      const [id] = everywhere ? [everywhere] : await isListed(asked, 'anywhere', context)
      const entry = id === undefined ? undefined : await context.records(blackList).get(id)
      const [own, other] = isEmail
        ? [sql.ref('email_hmac'), sql.ref('alt_email_hmac')]
        : [sql.ref('phone_hmac'), sql.ref('alt_phone_hmac')]
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from leads
        where (${own} = ${key} collate "C" or ${other} = ${key} collate "C")
          and deleted_at is null`.execute(context.sql)
      return {
        listed: entry !== undefined,
        ...whereListed(entry),
        reason: entry?.reason ?? null,
        leads: rows[0]?.count ?? 0,
      }
    },

    async remove({ records: entries }, context) {
      requireForce(entries, context)
      await takeOff(entries, context)
    },
  },
}

/** The entry and where it forbids; null for what there is not. */
const whereListed = (entry: BlackListEntry | undefined) => ({
  entry: entry?.id ?? null,
  scope: entry?.scope ?? null,
  source: entry?.source ?? null,
  broker: entry?.broker ?? null,
  department: entry?.department ?? null,
})

/** Whom an entry keeps out tells whose contact it is, as a reveal does, and is counted like one; so is a refusal. */
async function refuseCounted(input: Partial<BlackListEntry>, context: Context): Promise<void> {
  const { user } = context
  await countDisclosure(context)
  try {
    await refuseTwice(input, context)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    afterRollback(context, async ({ sql: database }) => {
      await countDisclosure({ ...context, sql: database })
      await recordAudit(database, { user_id: user.id, resource: blackList.name, action: 'check' })
    })
    throw error
  }
}

/** What two entries share of which one is enough. */
const reach = ['hash', 'scope', 'source', 'broker', 'department', 'expires_at']

const endOf = ({ expires_at }: Pick<BlackListEntry, 'expires_at'>) =>
  expires_at === null ? Infinity : Date.parse(expires_at)

const isOver = (entry: BlackListEntry) => endOf(entry) <= Date.now()

/** What a person has asked for is taken back, or ended sooner, with a permission of its own. */
function requireForce(entries: readonly BlackListEntry[], { user }: Pick<Context, 'user'>): void {
  const isAsked = entries.some(({ origin }) => origin === 'request')
  if (isAsked && !user.permissions.has('lead.black_list.force'))
    throw forbidden(msg('the_person_has_asked_for_this_entry'))
}

/** Neither saw the other: the leads of a file are asked for some seconds before they are there. */
async function blockMissed(context: Context): Promise<void> {
  const { rows } = await sql<BlackListEntry>`
    select id, type, value, hash from black_list
    where created_at > now() - interval '15 minutes' and ${blocksLeads}`.execute(context.sql)
  const fresh = sql`stage not in ('blocked', 'erased') and created_at > now() - interval '30 minutes'`
  await blockLeads(await idsOf(rows, fresh, context.sql), context)
}

/** Entries that are ended in one run, every five minutes. */
const maxEntries = 200

/** Sets the leads of entries free whose time is over. */
async function freeOver(context: Context): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from black_list
    where expires_at <= now() and freed_at is null and deleted_at is null
    order by expires_at limit ${maxEntries} for update skip locked`.execute(context.sql)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const entries = await context.records(blackList).find({ id: { in: ids } })
  await unblock(entries, context, msg('an_entry_of_the_black_list_is_over'))
  const freed_at = new Date().toISOString()
  await context
    .records(blackList)
    .updateAll(ids, (held) => new Map(held.map(({ id }) => [id, { freed_at }])))
}
