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

type Why = Reason['others'][number]

interface Group {
  readonly why: readonly Why[]
  readonly waits: boolean
  readonly refusals: Refusal[]
  readonly ids: number[]
}

async function reasonsOf(
  choices: readonly Choice[],
  { sql: database }: Pick<Context, 'sql'>,
): Promise<Preview['reasons']> {
  const groups = new Map<string, Group>()
  for (const choice of choices) {
    const { refusal, lead } = choice.checked
    if (!refusal) continue
    const made = { why: whyOf(choice, refusal), waits: refusal.until !== undefined }
    const key = JSON.stringify([made, sharedWords(refusal)])
    const group = groups.get(key) ?? { ...made, refusals: [], ids: [] }
    group.refusals.push(refusal)
    group.ids.push(lead.id)
    groups.set(key, group)
  }
  const shownIds = [...groups.values()].flatMap(({ ids }) => ids.slice(0, named))
  const { rows } = await sql<{ id: number; name: string }>`
    select id, concat_ws(' ', first_name, last_name) as name from leads
    where id = any(${shownIds}::bigint[])`.execute(database)
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
  return [...groups.values()].flatMap(({ why: [first, ...others], waits, refusals, ids }) => {
    if (!first) return []
    const message = first.status === notFree ? wordsOfAll(refusals) : first.message
    const leads = ids.slice(0, named).map((id) => ({ id, name: nameOf.get(id) ?? '' }))
    return [{ ...first, message, others, waits, count: ids.length, leads }]
  })
}

/**
 * Why departments do not take a lead, or not yet: the one that it waits for before the others. Where none takes it, whose turn
 * it would have been tells nothing. What is so of the lead itself is said once, and without its time of others.
 */
function whyOf({ target, plan }: Choice, { status, message, until }: Refusal): Why[] {
  const ids = plan.map(({ department }) => department)
  if (status === notFree) return [{ department: Math.min(...ids), status, message: null }]
  const own = { department: target.id, status, message: message ?? null }
  const others = plan.flatMap(({ department, reason, message: more = null }): Why[] =>
    department === target.id || !reason
      ? []
      : [{ department, status: reason, message: reason === notFree ? null : more }],
  )
  const inOrder = (all: readonly Why[]) =>
    all.toSorted((one, other) => one.department - other.department)
  return until ? [own, ...inOrder(others)] : inOrder([own, ...others])
}

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
