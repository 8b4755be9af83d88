import { sql, type RawBuilder } from 'kysely'

import {
  actionRule,
  hasPaths,
  type ActionDeclaration,
  type Filter,
  type Resource,
  type Rule,
  type User,
} from '#schema'

import { quoted } from '../../database/names.ts'
import type { Present } from './manyParts.ts'
import { filterCondition } from './where.ts'

type Judged = readonly [action: string, rule: Filter]

/** What the browser cannot judge of a record by itself: actions whose rules look at what its references point at. */
export function judgedActions({ access, actions = {} }: Resource, user: User): Judged[] {
  const rules: [string, Rule][] = [
    ...(['show', 'edit', 'delete'] as const).map((one): [string, Rule] => [one, access[one]]),
    ...Object.entries<ActionDeclaration>(actions).map(([name, action]): [string, Rule] => [
      name,
      actionRule(action),
    ]),
  ]
  return rules.flatMap(([action, rule]): Judged[] => {
    const answer = rule(user)
    return typeof answer === 'object' && hasPaths(answer) ? [[action, answer]] : []
  })
}

/** The column of what was found out of a record. */
export const verdictName = (at: number) => `~verdict${at}`

/** A field that is there only where its verdict says so. */
export const ofSome =
  (present: Present, at: number): Present =>
  (row, record, labels) => {
    if (row[verdictName(at)] === true) present(row, record, labels)
  }

export function verdictsOf(resource: Resource, verdicts: readonly Filter[]): RawBuilder<unknown> {
  const columns = verdicts.map(
    (rule, at) => sql`${filterCondition(resource, rule)} as ${sql.raw(quoted(verdictName(at)))}`,
  )
  return sql`cross join lateral (select ${sql.join(columns)}) verdicts`
}
