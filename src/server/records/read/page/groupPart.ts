import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { kindOf, type Field, type Query, type Resource, type User } from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import { columnOf, literal, tableOf } from '../../../database/names.ts'
import { orderSql, titleOf, type Groups, type SortKey } from '../order.ts'
import { storedIn } from '../source.ts'
import { type Part, type Place, type Side, type Stretch } from './part.ts'
import { along, placesBy } from './along.ts'

interface Grouped {
  readonly backend: Backend
  readonly resource: Resource
  readonly user: User
  readonly first: Query['sort'][number]
  readonly groups: Groups
  /** The order within each group. */
  readonly keys: readonly SortKey[]
}

/** Some of the groups. */
type Some = Pick<Part, 'bound' | 'isClosed'> & { readonly source: RawBuilder<unknown> }

/** Goes through the groups in their order until the stretch is complete; of each no more is read than is needed. */
export function groupPart(grouped: Grouped, { source, ...some }: Some = allOf(grouped)): Part {
  const { resource, first, groups, keys } = grouped
  const column = columnOf(first.name)
  const every = allOf(grouped).source
  const within = placesBy(keys)
  const type = sql.raw(kindOf(groups.field).column(groups.field) ?? 'text')
  const before = sql.raw(first.descending ? '>' : '<')
  return {
    ...some,
    ids: (where, { limit, offset, maxRead, counted, ...direction }, all) => {
      const order = orderSql(keys, direction)
      const inGroup = sql`${column} = g.value`
      const table = storedIn(resource)
      const readable = sql`from ${table} t where ${inGroup} and ${all}`
      const read =
        maxRead === undefined
          ? table
          : sql`(select * ${readable} order by ${order} limit walked.readable)`
      const group = sql`from ${read} t where ${inGroup} and ${where}`
      const page = pageOf(
        sql`select t.id ${group} order by ${order}`,
        (most) => sql`select count(*)::int from (select ${group} ${most}) g`,
        { limit, offset },
        sql`(${JSON.stringify(counted?.byValue ?? {})}::jsonb ->> g.value::text)::float8`,
      )
      const length = sql`(select count(*)::int from (select ${readable} limit walked.readable) t)`
      const left = maxRead === undefined ? sql`1` : sql`walked.readable - ${length}`
      return sql`
        with recursive groups as materialized (
          select array_agg(value order by ${orderOfPlaces(first, direction)}) as all
          from (${source}) s
        ),
        walked as (
          select 0 as groups, ${sql.lit(offset)}::int as ahead, '{}'::bigint[] as ids,
            ${sql.lit(maxRead ?? 1)}::int as readable
          union all
          select walked.groups + 1, greatest(walked.ahead - page.passed, 0),
            walked.ids || page.ids, ${left}
          from walked, groups,
          lateral (select groups.all[walked.groups + 1] as value offset 0) g,
          lateral (${page}) page
          where walked.groups < cardinality(groups.all) and cardinality(walked.ids) < ${sql.lit(limit)}
            and walked.readable > 0
        )
        select unnest(ids[1:${sql.lit(limit)}]) as id
        from (select ids from walked order by groups desc limit 1) last`
    },
    place: sql`json_build_array(${column}, (
      select json_agg(value) from (${every}) s where place ${before} (
        select place from (${every}) own where own.value = ${column}
      )
    ), ${within.place})`,
    on(side, [value, groupsBefore, place]) {
      const behind = [...placeOf(groupsBefore), value]
      const own = {
        ...along(resource, keys),
        bound: sql<SqlBool>`(${column} = ${value} and ${within.beside(side, placeOf(place))})`,
      }
      const others = (values: Place, among: RawBuilder<unknown>) => {
        const list = sql`${among}(${values}::${type}[])`
        const rest = sql`select value, place from (${every}) s where value ${list}`
        const bound = sql<SqlBool>`${column} ${list}`
        return groupPart(grouped, { source: rest, bound, isClosed: true })
      }
      return isAfter(side)
        ? [own, others(behind, sql`<> all`)]
        : [others(placeOf(groupsBefore), sql`= any`), own]
    },
  }
}

const placeOf = (place: unknown): Place => (Array.isArray(place) ? place : [])

const isAfter = (side: Side) => side === 'from' || side === 'behind'

const allOf = ({ backend, groups, user }: Grouped): Some => ({
  source: sourceOf(backend, groups, user),
})

const orderOfPlaces = ({ descending }: Grouped['first'], direction: { isReversed?: boolean }) =>
  orderSql([{ text: 'place', descending }], direction)

/** From here on it is quicker to count a group that a stretch leaves behind than to read the ids in it. */
const deepOffset = 1_000

/**
 * The ids that a stretch has of a group \`g\`, and how many records it leaves behind there. A group that it is expected to leave
 * behind whole is counted first: what no record is read of is not passed twice. Each is worked out once: \`offset 0\` keeps the
 * planner from writing it in each place where it is read.
 */
function pageOf(
  rows: RawBuilder<unknown>,
  length: (most: RawBuilder<unknown>) => RawBuilder<unknown>,
  { limit, offset }: Pick<Stretch, 'limit' | 'offset'>,
  expected: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return offset < deepOffset
    ? sql`
        select found.ids[walked.ahead + 1 : walked.ahead + ${sql.lit(limit)}] as ids, cardinality(found.ids) as passed
        from (select array(${rows} limit ${sql.lit(limit + offset)}) as ids offset 0) found`
    : sql`
        select found.ids,
          case when found.ids = '{}' then coalesce(first.length, (${length(sql``)})) else walked.ahead end as passed
        from (
          select case when coalesce(${expected}, 0) <= walked.ahead
            then (${length(sql`limit walked.ahead + 1`)}) end as length offset 0
        ) first, lateral (
          select case when first.length <= walked.ahead then '{}'
            else array(${rows} limit ${sql.lit(limit)} offset walked.ahead) end as ids offset 0
        ) found`
}

/** The groups with their places. */
function sourceOf(backend: Backend, { field, target }: Groups, user: User): RawBuilder<unknown> {
  if (!target) return sql.raw(valuesSql(field))
  const title = titleOf(target, user)
  const order = sql.raw(title === undefined ? 'o.id' : `${title}, o.id`)
  return sql`
    select o.id as value, row_number() over (order by ${order}) as place
    from ${tableOf(target)} o order by place`
}

function valuesSql(field: Field): string {
  const { values, column } = kindOf(field)
  const list = literal(values?.(field) ?? [], `${column(field)}[]`)
  return `select value, place from unnest(${list}) with ordinality as v (value, place) order by place`
}
