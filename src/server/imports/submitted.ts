import { sql } from 'kysely'

import { countryByPhone, type Resource } from '#schema'

import type { Context } from '../kernel/backend.ts'
import type { Refused } from '../kernel/behavior/importHooks.ts'
import { RefusedRecord, RequestError } from '../kernel/errors.ts'
import type { Row as Values } from '../records/read/select.ts'
import { phonePlaceOf } from '../records/write/validation/countryCode.ts'
import { joinMessages } from '../records/write/validation/joinMessages.ts'
import { contextOf, scopeOf } from '../records/write/hooks.ts'
import { createOrFill, type Taken } from '../records/write/createOrFill.ts'
import { createReader, namesIn } from './rows/cells.ts'
import { createLookups } from './rows/names/lookups.ts'
import { createNames } from './rows/names/names.ts'
import { rawOf } from './rows/raw.ts'
import { columnsOf, type RowOptions } from './rows/conversion.ts'

/** A new record as it was once refused; `computed` are values that no client may set. */
export interface Submitted extends Pick<Refused, 'texts' | 'values' | 'writing'> {
  readonly computed?: Values
  /** Whether texts that cannot be read are told by field, and not in one sentence. */
  readonly byField?: true
}

/**
 * Creates a record from within an action, or fills the one that is there, by every check and hook that a form meets, its texts read like the cells of a file.
 * What is refused leaves nothing behind. `remarks` are what the rows of a file are taken in with. Throws RequestError.
 */
export async function submitRecord(
  resource: Resource,
  submitted: Submitted,
  context: Context,
): Promise<Taken & { readonly remarks: readonly string[] }> {
  const scope = scopeOf(context)
  const { values, raw, remarks } = await readTexts(resource, submitted, context)
  const body = { ...submitted.values, ...values }
  const computed = { ...(resource.raw && { [resource.raw]: raw }), ...submitted.computed }
  const unitOfWork = scope.unitOfWork.nested()
  await sql`savepoint submitted`.execute(context.sql)
  try {
    const nested = { ...scope, unitOfWork, isConfirmed: false }
    const taken = await createOrFill(resource, body, nested, computed)
    await sql`release savepoint submitted`.execute(context.sql)
    scope.unitOfWork.join(unitOfWork)
    return { ...taken, remarks }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    await sql`rollback to savepoint submitted`.execute(context.sql)
    throw error
  }
}

/** What is against a new record, as `submitRecord` would throw it. Nothing is created. */
export async function refusalOfSubmitted(
  resource: Resource,
  submitted: Submitted,
  context: Context,
): Promise<RequestError | undefined> {
  const scope = scopeOf(context)
  const tried = contextOf({ ...scope, unitOfWork: scope.unitOfWork.nested() })
  await sql`savepoint tried`.execute(context.sql)
  try {
    await submitRecord(resource, submitted, tried)
    return undefined
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  } finally {
    await sql`rollback to savepoint tried`.execute(context.sql)
  }
}

/** Reads texts by the kinds of their fields, and keeps those that say it otherwise. Throws RefusedRecord with all that is wrong. */
async function readTexts(
  resource: Resource,
  { texts, values, writing, byField }: Submitted,
  { backend, user, sql: database }: Context,
): Promise<{ values: Values; raw: Values | null; remarks: string[] }> {
  const names = Object.keys(texts)
  const options: RowOptions = {
    headers: names,
    reading: { delimiter: ',', quote: '"', escape: '"', ignore_first_line: true },
    mode: 'new',
    mapping: names,
    date_order: writing.dateOrder,
    decimal_sign: writing.decimalSign,
  }
  const cells = names.map((name) => texts[name] ?? '')
  const columns = columnsOf(resource, options)
  const lookups = createLookups(backend, user)
  const row = { number: 1, line: 1, cells }
  const found: ReturnType<typeof lookups.named>[] = []
  for (const [target, wanted] of namesIn([row], { columns, options })) {
    await lookups.load(database, target, wanted)
    found.push(lookups.named(target, wanted))
  }
  const country = await phonePlaceOf(resource, values, { backend, user, sql: database })
  const named = found.flatMap((one) => one.named)
  const codes = found.flatMap((one) => one.codes)
  const byName = createNames(named, codes, backend.resource)
  const isShared = values[countryByPhone(resource) ?? ''] !== undefined
  const regions = isShared ? await lookups.regions(database, resource) : undefined
  const read = createReader({ columns, options, resource, country, regions }, byName)
  const taken: Values = {}
  const { problems, remarks = [] } = read(cells, taken)
  const [first] = problems
  if (!first) {
    const raw = rawOf(cells, taken, { options, rules: backend.business })
    return { values: taken, raw, remarks: remarks.map(({ message }) => message) }
  }
  if (byField) {
    const errors = Object.fromEntries(problems.map(({ field, plain }) => [field, [plain]]))
    throw new RefusedRecord(first.code, errors)
  }
  const reason = joinMessages(problems.map(({ message }) => message))
  throw new RefusedRecord(first.code, { '': [reason] })
}
