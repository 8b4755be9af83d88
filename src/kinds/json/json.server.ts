import type { ServerKind } from '../kind.server.ts'
import { message, parse, type JsonField } from './json.ts'
import { ValueError } from '../valueError.ts'
import { takeValue, withPlace } from '../take.ts'

export const jsonServer: ServerKind<JsonField> = {
  json: true,
  exportText: (value) => JSON.stringify(value),
  maskSql: (column) => `case when ${column} is not null then '•••' end`,
  importText(text, field) {
    const taken = takeValue(field, parse(text), undefined)
    if ('value' in taken) return taken.value
    throw new ValueError('bad_json', withPlace(taken.problems[0] ?? { path: [], message }))
  },
}
