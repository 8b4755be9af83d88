import { msg } from '../../texts/msg.ts'
import type { FieldOf } from '../kinds.ts'
import { ValueError } from '../valueError.ts'
import type { ServerKind } from '../kind.server.ts'

export const fileServer: ServerKind<FieldOf<'file'> | FieldOf<'image'>> = {
  json: true,
  exportSql: (column) => `${column} ->> 'name'`,
  exportText: ({ name }) => name,
  importText() {
    throw new ValueError('bad_file', msg('upload_a_file'))
  },
}
