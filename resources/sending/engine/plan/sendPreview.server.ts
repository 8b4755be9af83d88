import { sql } from 'kysely'

import { isMasked, shown, type Field } from '#schema'
import type { Context } from '#server'

import { lead } from '../../../leads/lead/lead.ts'
import { hiddenSecrets } from '../../integration/request/auth.server.ts'
import { buildRequest } from '../../integration/request/buildRequest.server.ts'
import { loadForCall } from '../../integration/loadForCall.server.ts'
import { leadsToSend, type SendLead } from '../../integration/request/sendLead.server.ts'
import { chooseDepartments } from './planSend.server.ts'
import { notFree, type Refusal } from './checks.server.ts'
import { sharedWords, wordsOfAll } from './refusalWords.server.ts'
import { roomOf } from './previewRoom.server.ts'
import type { Choice } from './rotation.server.ts'
import type { SendPreview, SendValues } from './sendContract.ts'

type Preview = Omit<SendPreview, 'count' | 'confirm_token'>
type Reason = Preview['reasons'][number]

/** Of more leads than these only the first are looked at one by one. */
export const maxChecked = 20_000
/** Leads times departments, in all and at once: others are answered in between. */
const maxPairs = 100_000
const pairsAtOnce = 250
/** Leads that are named with each reason. */
const named = 10

/** What would become of the first of some leads, counted by reason, and the first of them as it would be sent. */
export async function previewSends(
  ids: readonly number[],
  values: SendValues,
  context: Pick<Context, 'sql' | 'backend'>,
): Promise<Preview> {
  const { departments, max_departments, integration, is_forced, scheduled_at, pacing } = values
  const times = { scheduled_at, pacing }
  const order = {
    departments,
    max_departments,
    is_forced,
    ...times,
    ...(integration && { integration }),
  }
  const choices: Choice[] = []
  const inRoom = await roomOf(values, context.sql)
  const checked = ids.slice(0, Math.min(maxChecked, Math.floor(maxPairs / departments.length)))
  const partSize = Math.min(1_000, Math.floor(pairsAtOnce / departments.length))
  for (let from = 0; from < checked.length; from += partSize) {
    const part = checked.slice(from, from + partSize)
    choices.push(...(await chooseDepartments(part, order, context, choices)).map(inRoom))
  }
  const going = choices.filter(({ checked: { refusal } }) => !refusal || refusal.until)
  const [first] = going
  return {
    checked: choices.length,
    planned: going.length,
    waiting: going.filter(({ checked }) => checked.refusal).length,
    skipped: choices.length - going.length,
    departments: departments.map((id) => ({
      id,
      count: going.filter(({ target }) => target.id === id).length,
    })),
    reasons: await reasonsOf(choices, context),
    sample: first ? await sampleOf(first, context) : null,
  }
}

interface Group extends Omit<Reason, 'count' | 'leads' | 'message'> {
  readonly refusals: Refusal[]
  readonly ids: number[]
}

async function reasonsOf(
  choices: readonly Choice[],
  { sql: database }: Pick<Context, 'sql'>,
): Promise<Preview['reasons']> {
  const groups = new Map<string, Group>()
  for (const { target, checked, plan } of choices) {
    const { refusal } = checked
    if (!refusal) continue
    const { status } = refusal
    const made = {
      department: target.id,
      status,
      waits: refusal.until !== undefined,
      others: othersIn(plan, target.id),
    }
    const key = JSON.stringify([made, sharedWords(refusal)])
    const group = groups.get(key) ?? { ...made, refusals: [], ids: [] }
    group.refusals.push(refusal)
    group.ids.push(checked.lead.id)
    groups.set(key, group)
  }
  const shownIds = [...groups.values()].flatMap(({ ids }) => ids.slice(0, named))
  const { rows } = await sql<{ id: number; name: string }>`
    select id, concat_ws(' ', first_name, last_name) as name from leads
    where id = any(${shownIds}::bigint[])`.execute(database)
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
  return [...groups.values()].map(({ ids, refusals, ...reason }) => ({
    ...reason,
    message: wordsOfAll(refusals),
    count: ids.length,
    leads: ids.slice(0, named).map((id) => ({ id, name: nameOf.get(id) ?? '' })),
  }))
}

/** Why the other departments of a rotation do not take it either, or not yet. What is so of the lead itself is said once. */
const othersIn = (plan: Choice['plan'], chosen: number): Reason['others'] =>
  plan
    .flatMap(({ department, reason: status, message = null }) =>
      department === chosen || !status || status === notFree ? [] : { department, status, message },
    )
    .toSorted((one, other) => one.department - other.department)

async function sampleOf(
  { target, checked }: Choice,
  { backend, sql: database }: Pick<Context, 'sql' | 'backend'>,
): Promise<Preview['sample']> {
  const id = target.integration?.id
  const loaded = id === undefined ? undefined : (await loadForCall([id], backend)).get(id)
  const own = (await leadsToSend([checked.lead.id], database)).get(checked.lead.id)
  if (!loaded || !own) return null
  const built = buildRequest(loaded.integration, hiddenSecrets(loaded.secrets), masked(own), {
    send: { id: 0, key: '…' },
    department: target,
    broker: { name: '' },
    now: new Date(),
  })
  if ('refused' in built) return null
  const { method, url, body = null } = built.redacted
  return { department: target.id, method, url, body }
}

/** A lead without what is shown only to those who may reveal contacts. */
function masked(one: SendLead): SendLead {
  const fields = Object.entries<Field>(lead.fields).filter(([, field]) => isMasked(field))
  const values: Readonly<Record<string, unknown>> = { ...one }
  const hidden = fields.map(([name, field]) => [name, shown(field, values[name] ?? null)])
  return { ...one, ...Object.fromEntries(hidden) }
}
