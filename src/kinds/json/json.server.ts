import { plainColumn, type ServerKind } from '../kind.server.ts'
import { message, parse, schemaOf, type JsonField } from './json.ts'
import { ValueError } from '../kind.ts'

export const jsonServer: ServerKind<JsonField> = {
  ...plainColumn,
  json: true,
  exportText: (value) => JSON.stringify(value),
  importText(text, field) {
    const result = schemaOf(field).safeParse(parse(text))
    if (!result.success) {
      throw new ValueError('bad_json', result.error.issues[0]?.message ?? message)
    }
    return result.data
  },
}
