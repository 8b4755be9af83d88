import { sql as query } from 'kysely'

import { invalid, notFound, type Behavior, type Context } from '#server'

import { blockPeople } from '../blackList/blockPeople.server.ts'
import {
  listedBy,
  refuseAllListed,
  refuseListed,
  refuseMoved,
  refuseRestored,
} from '../blackList/refuseListed.server.ts'
import { takeOffUndone } from '../blackList/takeOff.server.ts'
import { refusedLead } from '../failedLead/refusedLead.server.ts'
import { leadTimeline } from '../history/leadTimeline.server.ts'
import { leadComment } from '../comment/leadComment.ts'
import { unmarked } from './generatedFields.server.ts'
import { lead, type Lead } from './lead.ts'
import { withSharedDefaults } from './leadDefaults.server.ts'
import {
  admitOne,
  refuseDuplicates,
  refuseDuplicatesAmong,
  rowProblems,
  surplusProblems,
} from '../intake/intake.server.ts'
import { rowRemarks } from '../intake/rowRemarks.server.ts'
import { sameForSeconds } from '../intake/sameForSeconds.ts'
import { completeOlderLeads } from '../intake/olderLeads.server.ts'
import { duplicateRule, rulesOf } from '../intake/sourceRules.server.ts'
import { dataByContact, eraseByContact } from '../privacy/byContact.server.ts'
import { erasePerson } from '../privacy/erase.server.ts'
import { personOf } from '../privacy/person.server.ts'
import { personData } from '../privacy/personData.server.ts'
import { leadRoutes } from './leadRoutes.server.ts'
import { refusedStatus } from './status/allowedStatus.server.ts'
import {
  followStatus,
  isFollowed,
  statusChanges,
  statusFields,
  withStatusEffects,
} from './status/leadStatus.server.ts'
import { refuseLabels, spreadLabels } from './randomize.server.ts'
import { makeTestLeads } from './testLeads.server.ts'
import { prepareLead } from './prepareLead.server.ts'
import { drawInitial, drawsInitial } from '../../settings/source/drawStatus.server.ts'
import { importThenSend } from '../../sending/importSend/importSend.server.ts'
import { takeOutcomes } from '../../sending/sync/takeOutcomes.server.ts'
import { cancelFtdOfLead, setFtdOfLead } from '../../sending/sync/ftdByHand.server.ts'
import { msg } from '../../msg.server.ts'

export const leadBehavior: Behavior<typeof lead> = {
  derived: {
    availability: "case when not_available_till > now() then 'later' else 'now' end",
    acceptance: "case when sends_count > 0 then accepted_count || ' / ' || sends_count end",
    ftd_status: `
      case when ftd_at is not null then 'yes' when ftd_cancelled_at is not null then 'cancelled'
      else 'no' end`,
  },

  prepare: prepareLead,

  timeline: leadTimeline,

  sameWithin: sameForSeconds,

  beforeImport: withSharedDefaults,

  refuseImported: rowProblems,

  refuseSurplus: surplusProblems,

  remarkImported: rowRemarks,

  takeOutcomes,

  followImport: importThenSend,

  keepImported: keepWorkedOn,

  afterUndo: takeOffUndone,

  duplicateRule: async (values, { sql }) =>
    duplicateRule(await rulesOf(values.source, sql), values),

  // Takes the locks of the lead's keys, under which no other transaction can add one of its duplicates.
  beforeCreate: admitOne,

  refused: refusedLead,

  async beforeUpdate(changes, record, context) {
    if (keys.some((name) => name in changes)) {
      await refuseDuplicates({ ...record, ...changes }, context, record.id)
    }
    if (listedBy.some((name) => name in changes)) await refuseListed(record, changes, context)
    const [completed = changes] = await withStatusEffects([{ changes, record }], context)
    return completed
  },

  async beforeUpdateAll(all, context) {
    const having = (names: readonly (keyof Lead)[]) =>
      all.filter(({ changes }) => names.some((name) => name in changes))
    const known = having(keys).map(({ changes, record }) => ({ ...record, ...changes }))
    await refuseDuplicatesAmong(known, context)
    await refuseAllListed(having(listedBy), context)
    return withStatusEffects(all, context)
  },

  async afterCreate(record, context) {
    if (record.status === null) await drawInitial([record], context)
  },

  async afterImport(ids, context) {
    const find = () => context.records(lead).find({ id: { in: [...ids] } })
    if (await isFollowed(ids, context.sql)) await followStatus(await find(), context)
    if (await drawsInitial(ids, context.sql)) await drawInitial(await find(), context)
  },

  async afterUpdate(record, previous, context) {
    if (record.status !== previous.status) await followStatus([record], context)
  },

  async afterUpdateAll(all, context) {
    const moved = all.filter(({ record, previous }) => record.status !== previous.status)
    await followStatus(
      moved.map(({ record }) => record),
      context,
    )
  },

  async beforeRestore(record, context) {
    await refuseDuplicates(record, context, record.id)
    await refuseRestored([record], context)
  },

  async beforeRestoreAll(records, context) {
    await refuseDuplicatesAmong(records, context)
    await refuseRestored(records, context)
  },

  actions: {
    async comment({ records: [one], input }, { records, user }) {
      if (one) await records(leadComment).create({ lead: one.id, user: user.id, ...input })
    },

    async status({ records: leads, input }, context) {
      const isOne = leads.length === 1
      const refused = isOne
        ? new Map<number, string>()
        : await refusedStatus(input.status, leads, context)
      const ids = leads.flatMap(({ id }) => (refused.has(id) ? [] : [id]))
      const changed = await context
        .records(lead)
        .updateAll(ids, (held) => statusChanges(input.status, held, context), {
          reads: statusFields,
        })
      await followStatus(changed, context)
      return refused
    },

    async tag({ records: leads, input }, context) {
      await checkTags([...input.add, ...input.remove], context)
      await changeEach(leads, context, ({ tags }) => {
        const remaining = tags.filter((tag) => !input.remove.includes(tag))
        return {
          tags: [...new Set([...remaining, ...input.add])].sort((one, other) => one - other),
        }
      })
    },

    async ftd({ records: [one], input }, context) {
      if (one) await setFtdOfLead(one, input, context)
    },

    async cancel_ftd({ records: [one], input: { reason } }, context) {
      if (one) await cancelFtdOfLead(one, reason, context)
    },

    async person_data({ records: [one], input: { format } }, context) {
      return orNotFound(one && (await personData(personOf(one), format, context)))
    },

    data_by_contact: ({ input }, context) => dataByContact(input, context),

    async erase({ records: [one], input: { reason } }, context) {
      return orNotFound(one && (await erasePerson(personOf(one), reason, context)))
    },

    erase_by_contact: ({ input }, context) => eraseByContact(input, context),

    randomize: ({ records, input }, context) => spreadLabels(records, input, context),

    test_leads: ({ input }, context) => makeTestLeads(input, context),

    async source({ records, input }, context) {
      await refuseMoved(records, input.source, context)
      await changeEach(records, context, () => input)
    },

    availability: ({ records, input }, context) => changeEach(records, context, () => input),

    black_list: ({ records, input: { reason } }, context) =>
      blockPeople(records, { reason, origin: 'manual' }, context),
  },

  bulk: { randomize: { refuse: refuseLabels } },

  routes: leadRoutes,

  schedules: { 'complete older leads': completeOlderLeads },
}

function orNotFound<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw notFound()
  return answer
}

/** Leads that people wrote about, were called for, or are in line. What was taken back before its call has gone nowhere. */
async function keepWorkedOn(
  leads: readonly Lead[],
  { sql }: Context,
): Promise<Map<number, string>> {
  const ids = leads.map(({ id }) => id)
  const { rows: commented } = await query<{ id: number }>`
    select distinct lead as id from lead_comments where lead = any(${ids}::bigint[])`.execute(sql)
  const offered = leads.filter(({ sends_count }) => sends_count > 0).map(({ id }) => id)
  const { rows: sent } = await query<{ id: number; is_called: boolean }>`
    select lead as id, bool_or(attempts > 0 or sent_at is not null) as is_called from sends
    where lead = any(${offered}::bigint[]) and (attempts > 0 or state not in ('skipped', 'cancelled'))
    group by lead`.execute(sql)
  return new Map([
    ...commented.map(({ id }) => [id, msg('it_was_commented_on_meanwhile')] as const),
    ...sent.map(({ id, is_called }) => {
      const why = is_called ? 'it_was_sent_meanwhile' : 'it_is_in_line_to_be_sent'
      return [id, msg(why)] as const
    }),
  ])
}

/** What makes a lead a duplicate. */
const keys = ['email_key', 'phone_key', 'alt_email', 'alt_phone', 'external_id'] as const

/** Changes leads in a few statements, each as is decided for it. */
async function changeEach(
  leads: readonly Lead[],
  { records }: Context,
  change: (one: Lead) => Partial<Lead>,
): Promise<void> {
  const ids = leads.map(({ id }) => id)
  await records(lead).updateAll(
    ids,
    (held) => new Map(held.map((one) => [one.id, unmarked(change(one), one)])),
  )
}

async function checkTags(ids: readonly number[], { sql }: Context): Promise<void> {
  const wanted = [...new Set(ids)]
  const { rows } = await query`select from tags where id = any(${wanted}::bigint[])`.execute(sql)
  if (rows.length !== wanted.length)
    throw invalid({ add: [msg('not_found_choose_one_from_the_list')] })
}
