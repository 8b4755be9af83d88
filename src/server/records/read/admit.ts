import {
  fieldOf,
  kindOf,
  mayUnmask,
  parseQuery,
  QueryError,
  reachedOf,
  searchedFields,
  searchLimit,
  searchWords,
  writeComparisons,
  type Comparison,
  type Field,
  type Query,
  type Resource,
  type User,
} from '#schema'

import { recordAudit, type AuditEntry } from '../../audit/audit.ts'
import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { RequestError } from '../../kernel/errors.ts'
import type { Author } from '../../kernel/guard.ts'
import { validPhone } from '../../kernel/phones/phones.ts'
import { regionOfZone } from '../../kernel/phones/regions.ts'
import { addDisclosures, allowanceOf, assertLeft, lockAllowance } from './disclosures.ts'
import type { AdmittedQuery } from './where.ts'

/** No list has as many fields and operators. */
const keysLimit = 1_000

/**
 * Reads a list request like `parseQuery`. Where a user may compare a masked field with whole values only, a phone
 * number as it is dialled in the user's own country is completed to the one whole value that it is there.
 */
export function readQuery(
  resource: Resource,
  user: User,
  input: Readonly<Record<string, unknown>>,
  at?: Date,
): Query {
  if (Object.keys(input).length > keysLimit) {
    throw new QueryError(`A list takes at most ${keysLimit} parameters.`)
  }
  const { search } = input
  const isCompleted = (field: Field | undefined) =>
    field !== undefined && kindOf(field).isFragment !== undefined && !mayUnmask(user, field)
  const operands = Object.entries(input).map(([key, value]) => {
    const isWhole = typeof value === 'string' && isCompleted(fieldOf(resource, key))
    return [key, isWhole ? completed(value, user) : value]
  })
  const isSearched =
    typeof search === 'string' && searchedFields(resource).some(([, field]) => isCompleted(field))
  const whole = isSearched && { search: searched(search, user) }
  return parseQuery(resource, user, { ...Object.fromEntries(operands), ...whole }, at)
}

const searched = (search: string, user: User): string =>
  searchWords(search.slice(0, searchLimit))
    .map((word) => completed(word, user))
    .join(' ')

function completed(text: string, { timezone }: User): string {
  if (!/^0[\d\s().-]{5,30}$/.test(text)) return text
  return validPhone(text, regionOfZone(timezone))?.e164 ?? text
}

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

/**
 * Counts values that a user has compared with masked fields past a list, as by writing them into many records: what is
 * skipped tells what is stored. Within a `transaction` that runs already.
 */
export async function admitValues(
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
  asker: Asker,
  transaction?: Sql,
): Promise<void> {
  const compared = writeComparisons(resource, asker.user, values)
  await admitComparisons(resource, compared, asker, transaction)
}

/**
 * Counts the values of a write that was refused, those that are stored and those that are not alike. Returns the refusal that
 * is left to tell where the hour's limit is used up.
 */
export async function admitRefused(
  resource: Resource,
  values: object,
  asker: Asker,
): Promise<RequestError | undefined> {
  try {
    await admitValues(resource, { ...values }, asker)
    return undefined
  } catch (error) {
    if (error instanceof RequestError && error.status === 429) return error
    throw error
  }
}

async function admitComparisons(
  resource: Resource,
  comparisons: readonly Comparison[],
  { backend, user, author }: Asker,
  transaction?: Sql,
): Promise<boolean> {
  const asked = comparisons.flatMap((one) => askedOf(resource, one, user, backend))
  if (asked.length === 0) return false
  const { sql } = backend.database
  const { keys } = await allowanceOf({ backend, user, sql: transaction ?? sql })
  if (asked.every(({ key }) => keys.has(key))) return true
  const spending = { backend, resource, user, author }
  return transaction
    ? spend(asked, spending, transaction)
    : sql.transaction().execute((own) => spend(asked, spending, own))
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
  const { target, name } = reachedOf(resource, field) ?? { target: resource, name: field }
  // The same value behind a reference and in the list of what it points at is one comparison.
  const keyOf = (value: unknown) => secrets.hash(JSON.stringify([target.name, name, value]))
  if (!mayUnmask(user, declared)) {
    return values.map((value) => ({ key: keyOf(value), comparison, counts: true }))
  }
  return values.length > 1 ? [{ key: keyOf([...values].sort()), comparison, counts: false }] : []
}

interface Spending {
  readonly backend: Backend
  readonly resource: Resource
  readonly user: User
  readonly author: Author
}

/** Counts what is new; answers whether the search may look into masked fields. */
async function spend(
  asked: readonly Asked[],
  { backend, resource, user, author }: Spending,
  database: Sql,
): Promise<boolean> {
  const allowance = await lockAllowance({ backend, user, sql: database })
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
