import { sql } from 'kysely'

import { targetOf, titleFields, type Field, type Resource } from '#schema'

import { tableOf } from '../../database/names.ts'
import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { pathSql } from './titles.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Puts what records are called in the place of their ids, in values of a resource's fields. No rule is asked: it is for what
 * goes to the person whom the rows are about. Of `apart` the ids stay.
 */
export async function namedRows(
  { fields }: Resource,
  rows: readonly Row[],
  { backend, sql: database }: { backend: Backend; sql: Sql },
  apart: readonly string[] = [],
): Promise<Row[]> {
  const pointing = Object.entries<Field>(fields).flatMap(([name, field]) => {
    const target = targetOf(field)
    return target === undefined || apart.includes(target) ? [] : [{ name, target }]
  })
  const names = new Map<string, ReadonlyMap<number, string>>()
  for (const target of new Set(pointing.map((one) => one.target))) {
    const own = pointing.filter((one) => one.target === target)
    const ids = rows.flatMap((row) => own.flatMap(({ name }) => idsIn(row[name])))
    if (ids.length > 0) names.set(target, await titlesOf(backend.resource(target), ids, database))
  }
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      pointing.flatMap(({ name, target }) => {
        const titles = names.get(target)
        return titles && name in row ? [[name, titled(row[name], titles)]] : []
      }),
    ),
  }))
}

const idsIn = (value: unknown): number[] =>
  [value].flat().filter((one): one is number => typeof one === 'number')

function titled(value: unknown, titles: ReadonlyMap<number, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => titled(one, titles))
  return typeof value === 'number' ? (titles.get(value) ?? value) : value
}

async function titlesOf(target: Resource, ids: readonly number[], database: Sql) {
  const { rows } = await sql<{ id: number; title: string | null }>`
    select t.id, ${sql.raw(pathSql(target, titleFields(target), 't'))} as title
    from ${tableOf(target)} t where t.id = any(${[...new Set(ids)]}::bigint[])`.execute(database)
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])))
}
