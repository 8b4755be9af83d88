import {
  fieldOf,
  mayUnmask,
  writeComparisons,
  type Comparison,
  type Query,
  type Resource,
  type User,
} from '#schema'

import { recordAudit, type AuditEntry } from '../../audit/audit.ts'
import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { RequestError } from '../../kernel/errors.ts'
import type { Author } from '../write/changes.ts'
import type { AdmittedQuery } from './where.ts'
import { addDisclosures, allowanceOf, assertLeft, lockAllowance } from './disclosures.ts'

/** Who asks. */
export interface Asker {
  readonly backend: Backend
  readonly user: User
  readonly author: Author
}

/** A comparison that is counted or recorded. */
interface Asked {
  readonly key: string
  readonly comparison: Comparison
  /** Counts towards the limit: the user may not unmask the field. */
  readonly counts: boolean
}

/**
 * Lets a query through to the database. What it compares with masked values is counted and audited before anything is
 * read, the same value once an hour. With the limit used up a filter is refused with 429, and a search leaves masked
 * fields out. Long lists of values by those who may unmask a field are recorded and not counted.
 */
export async function admit(
  resource: Resource,
  query: Query,
  asker: Asker,
): Promise<AdmittedQuery> {
  const looksIntoMasked = await admitComparisons(resource, query.comparisons, asker)
  return { ...query, looksIntoMasked }
}

/** Counts values that a user writes into masked fields of many records: what is skipped tells what is stored. */
export async function admitValues(
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
  asker: Asker,
): Promise<void> {
  await admitComparisons(resource, writeComparisons(resource, asker.user, values), asker)
}

/** Runs a write of these values. A refusal that names a masked field counts like a comparison with its values. */
export async function countingRefusals<Answer>(
  { resource, values }: { resource: Resource; values: unknown },
  asker: Asker,
  write: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof RequestError && error.errors) {
      const named = Object.entries(Object(values)).filter(([name]) =>
        Object.hasOwn(error.errors ?? {}, name),
      )
      await admitValues(resource, Object.fromEntries(named), asker)
    }
    throw error
  }
}

async function admitComparisons(
  resource: Resource,
  comparisons: readonly Comparison[],
  { backend, user, author }: Asker,
): Promise<boolean> {
  const asked = comparisons.flatMap((one) => askedOf(resource, one, user, backend))
  if (asked.length === 0) return false
  const { keys } = await allowanceOf(user.id, backend.database.sql)
  if (asked.every(({ key }) => keys.has(key))) return true
  return backend.database.sql
    .transaction()
    .execute((transaction) => spend(asked, { resource, user, author }, transaction))
}

/** What of a comparison counts, value by value, or is worth a line: a list of values. */
function askedOf(
  resource: Resource,
  comparison: Comparison,
  user: User,
  { secrets }: Backend,
): Asked[] {
  const { field, values } = comparison
  const declared = fieldOf(resource, field)
  if (!declared) return []
  const keyOf = (value: unknown) => secrets.hash(JSON.stringify([resource.name, field, value]))
  if (!mayUnmask(user, declared)) {
    return values.map((value) => ({ key: keyOf(value), comparison, counts: true }))
  }
  return values.length > 1 ? [{ key: keyOf([...values].sort()), comparison, counts: false }] : []
}

interface Spending {
  readonly resource: Resource
  readonly user: User
  readonly author: Author
}

/** Counts what is new; answers whether the search may look into masked fields. */
async function spend(
  asked: readonly Asked[],
  { resource, user, author }: Spending,
  database: Sql,
): Promise<boolean> {
  const allowance = await lockAllowance(user.id, database)
  const fresh = new Map(
    asked.filter(({ key }) => !allowance.keys.has(key)).map((one) => [one.key, one]),
  )
  const counted = [...fresh.values()].filter(({ counts }) => counts)
  const filters = counted.filter(({ comparison }) => comparison.by === 'filter')
  assertLeft(allowance, filters.length)
  const looksIntoMasked = allowance.left >= counted.length
  const paid = looksIntoMasked ? counted : filters
  const recorded = [...fresh.values()].filter(({ counts }) => !counts)
  const keys = (all: readonly Asked[]) => all.map(({ key }) => key)
  await addDisclosures(user.id, keys(paid), { counts: true }, database)
  await addDisclosures(user.id, keys(recorded), { counts: false }, database)
  const entries = [...paid, ...recorded].map((one) => ({
    ...author,
    resource: resource.name,
    ...lineOf(one),
  }))
  await recordAudit(database, ...entries)
  return looksIntoMasked
}

/** The audit log holds no value: a keyed hash tells whether two lines are about the same one. */
function lineOf({ key, comparison, counts }: Asked): Pick<AuditEntry, 'action' | 'detail'> {
  const { field, values } = comparison
  return counts
    ? { action: 'masked_search', detail: { field, hash: key } }
    : { action: 'contact_filter', detail: { field, values: values.length } }
}
