import { targetOf, type ChildRows, type User } from '#schema'

import { quoted } from '../../database/names.ts'
import type { Backend } from '../../kernel/backend.ts'
import { linesSql } from './source.ts'
import { labelOf } from './titles.ts'
import type { Row } from './manyParts.ts'

/** What is read of lines: themselves, and beside them for each the labels of what it points at. */
export function linesPart(backend: Backend, user: User, name: string, lines: ChildRows) {
  const target = backend.resource(lines.rows)
  const pairs = lines.fields.flatMap((one) => {
    const pointed = targetOf(target.fields[one])
    const label = pointed && labelOf(backend.resource(pointed), user)
    if (!label) return []
    const parts = Object.entries(label).map(([part, column]) => `'${part}', ${column('o')}`)
    return [
      `'${one}', (select json_build_object('id', o.id, ${parts.join(', ')})
      from ${quoted(pointed)} o where o.id = c.${quoted(one)})`,
    ]
  })
  const labelled = quoted(`${name}~labels`)
  const each = `json_build_object(${pairs.join(', ')})`
  return {
    columns: [`t.${quoted(name)}`, `(${linesSql(each, lines, target, 't')}) as ${labelled}`],
    present(row: Row, record: Row, labels: Row) {
      record[name] = row[name] ?? null
      if (pairs.length > 0) labels[name] = row[`${name}~labels`] ?? []
    },
  }
}
