import {
  afterRollback,
  compareMasked,
  joinMessages,
  RefusedRecord,
  RequestError,
  submitRecord,
  type Context,
  type Refused,
} from '#server'

import { countHits } from '../blackList/isListed.server.ts'
import { lead } from '../lead/lead.ts'
import { closedSource, rulesOf } from '../intake/sourceRules.server.ts'
import { importFields } from '../lead/leadViews.ts'
import { failedLead, type FailedLead } from './failedLead.ts'
import { reasonOf } from './reasons.ts'
import { storedReason } from './storedReason.server.ts'

interface Way {
  /** The country of what says none itself. */
  readonly country?: number
  /** A duplicate becomes a lead all the same. */
  readonly isAccepted?: boolean
}

/**
 * Makes leads of failed ones by the whole intake, and returns the last with what is to be noticed of it. Throws for the first
 * that is refused again, which keeps what is against it now.
 */
export async function becomeLeads(
  records: readonly FailedLead[],
  way: Way,
  context: Context,
): Promise<Became> {
  let became: Became = { lead: null, remark: null }
  for (const one of records) {
    try {
      const { id, remarks } = await submit(one, way, context)
      became = { lead: id, remark: joinMessages(remarks) || null }
      await context.records(failedLead).update(one.id, { stage: 'fixed', lead: id })
    } catch (error) {
      if (!isRefusal(error)) throw error
      afterRollback(context, (later) => keepReason(one, error, later))
      throw saidWhole(error)
    }
  }
  return became
}

interface Became {
  readonly lead: number | null
  readonly remark: string | null
}

/**
 * What becomes of a failed lead that somebody has mended: a lead, or what is against it now, which counts the contacts that
 * were given as compared.
 */
export async function tryChanged(
  record: FailedLead,
  given: Partial<FailedLead>,
  context: Context,
): Promise<Partial<FailedLead>> {
  try {
    const { id } = await submit(record, {}, context)
    return { stage: 'fixed', lead: id }
  } catch (error) {
    if (!isRefusal(error)) throw error
    await compareMasked(failedLead, given, context)
    return refusedFor(error, record, context)
  }
}

/** There is no form whose fields could say what is against it. */
function saidWhole({ status, text, errors, code, data }: RequestError): RequestError {
  const [said = text] = Object.values(errors ?? {}).flat()
  return new RequestError(status, said, errors, undefined, code, data)
}

const isRefusal = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.status === 422

/** Gives a failed lead the reason for which it was refused again, unless it was settled or changed meanwhile. */
async function keepReason(
  { id, version }: FailedLead,
  error: RequestError,
  context: Context,
): Promise<void> {
  await context.records(failedLead).updateAll([id], async (held) => {
    const same = held.filter((one) => one.version === version)
    const changes = same.map(
      async (one) => [one.id, await refusedFor(error, one, context)] as const,
    )
    return new Map(await Promise.all(changes))
  })
}

/** What is against a failed lead by the refusal of its last try. */
async function refusedFor(
  error: RequestError,
  record: FailedLead,
  context: Context,
): Promise<Pick<FailedLead, 'reason_code' | 'reason' | 'matched_lead'>> {
  const messages = Object.values(error.errors ?? {}).flat()
  const reason = joinMessages(messages.length > 0 ? messages : [error.text])
  const code = reasonOf(error.code ?? '')
  const match = error instanceof RefusedRecord ? error.match : undefined
  // It counts once, however often it is tried.
  if (code === 'black_list' && record.reason_code !== code) await countHits([match], context)
  return {
    reason_code: code,
    reason: storedReason(reason),
    matched_lead: match && code !== 'black_list' ? match : null,
  }
}

async function submit(record: FailedLead, { country, isAccepted }: Way, context: Context) {
  const { settings, source, department } = record
  const { dateOrder = 'ymd', decimalSign = '.', ...shared } = Object(settings) as Settings
  const texts = importFields.flatMap((name): [string, string][] => {
    const text: string | null = record[name]
    return text ? [[name, text]] : []
  })
  // The door comes before what is wrong with the lead itself (product.md 5).
  const rules = await rulesOf(source ?? (shared['source'] as number | null), context.sql)
  if (rules?.is_active === false) {
    throw new RefusedRecord('source_closed', { source: [closedSource] })
  }
  return submitRecord(
    lead,
    {
      texts: Object.fromEntries(texts),
      values: {
        ...shared,
        ...(source && { source }),
        ...(country && { country }),
      },
      writing: { dateOrder, decimalSign },
      computed: { import: record.import, department, ...(isAccepted && { is_duplicate: true }) },
    },
    context,
  )
}

type Settings = Partial<Refused['writing']> & Refused['values']
