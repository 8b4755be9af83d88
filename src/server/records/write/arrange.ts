import { sql } from 'kysely'
import type { z } from 'zod'

import { recordContract } from '#contract'
import { fieldOf, type Resource } from '#schema'

import type { Api } from '../../kernel/behavior/serverParts.ts'
import type { Backend } from '../../kernel/backend.ts'
import { conflict } from '../../kernel/errors.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { lockStored } from '../read/record.ts'
import { sourceOf } from '../read/source.ts'
import { ruleCondition } from '../read/where.ts'
import { transact, type Scope } from './transact.ts'
import { changeRecord } from './write.ts'

/** `POST /{api}/arrange`: puts all records of a list in a new order. */
export function arrangeRoute(app: Api, backend: Backend, resource: Resource): void {
  const schema = recordContract(resource).arrange
  const config = { access: { resource, operation: 'edit' } } as const
  app.post(`/${resource.api}/arrange`, { schema, config }, (request) =>
    transact(backend, request, async (scope) => ({
      message: msg('the_order_is_saved'),
      data: { records: await arrange(resource, request.body, scope) },
    })),
  )
}

type ArrangeRequest = z.output<ReturnType<typeof recordContract>['arrange']['body']>

/** Returns the records that got another place, with the versions they have now. */
async function arrange(resource: Resource, { ids, versions }: ArrangeRequest, scope: Scope) {
  const name = resource.arranged ?? ''
  const held = await lockStored(resource, ids, scope.sql)
  const known = new Map(held.map((record) => [record.id, record]))
  const isSeen = ids.every((id, at) => known.get(id)?.version === versions[at])
  if (!isSeen || !(await isWhole(resource, ids, scope))) {
    throw conflict(msg('the_list_has_changed_meanwhile'))
  }
  const before = ids.map((id) => (known.get(id)?.[name] ?? null) as number | null)
  const places = placesOf(before, boundsOf(resource))
  if (!places) throw conflict(msg('there_is_no_room_for_so_many'))
  const changes = ids.map((id, at) => ({ id, from: before[at], to: places[at] }))
  const records: { id: number; version: number }[] = []
  for (const { id, to } of changes
    .filter(({ from, to }) => from !== to)
    .toSorted((one, other) => one.id - other.id)) {
    const { version } = await changeRecord(resource, id, { [name]: to }, scope)
    records.push({ id, version })
  }
  return records
}

/** Whether these are all the records that the user may list, each once. */
async function isWhole(resource: Resource, ids: readonly number[], { user, sql: database }: Scope) {
  const listed = ruleCondition(resource, resource.access.list(user))
  const { rows } = await sql<{ count: number; found: number }>`
    select count(*)::int as count, (count(*) filter (where t.id = any(${[...ids]}::bigint[])))::int as found
    from ${sourceOf(resource)} t where ${listed}`.execute(database)
  const [{ count, found } = { count: -1, found: -1 }] = rows
  return count === ids.length && found === ids.length && new Set(ids).size === count
}

interface Bounds {
  readonly min: number
  readonly max: number
}

function boundsOf(resource: Resource): Bounds {
  const { min = 0, max = 1_000_000 } = (fieldOf(resource, resource.arranged ?? '')?.options ??
    {}) as Partial<Bounds>
  return { min, max }
}

/** Numbers between two neighbours where there is room. */
const usualStep = 10

/**
 * Returns numbers that rise in the new order. Where one record alone was moved it alone gets another one, if there is room
 * between its neighbours. Undefined where the bounds hold fewer numbers than there are records.
 */
function placesOf(
  before: readonly (number | null)[],
  { min, max }: Bounds,
): readonly (number | null)[] | undefined {
  if (isRising(before)) return before
  for (const at of before.keys()) {
    if (!isRising(before.toSpliced(at, 1))) continue
    const [above, below] = [before[at - 1], before[at + 1]]
    const from = above ?? (below ?? 0) - 2 * usualStep
    const to = below ?? (above ?? 0) + 2 * usualStep
    const place = Math.floor((from + to) / 2)
    if (from < place && place < to && min <= place && place <= max) return before.with(at, place)
  }
  const step = Math.min(usualStep, Math.floor((max - min) / before.length))
  return step < 1 ? undefined : before.map((_, at) => min + step * (at + 1))
}

const isRising = (numbers: readonly (number | null)[]): boolean =>
  numbers.every((one, at) => {
    const last = at === 0 ? -Infinity : numbers[at - 1]
    return typeof one === 'number' && typeof last === 'number' && last < one
  })
