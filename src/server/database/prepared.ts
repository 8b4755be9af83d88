import { createHash } from 'node:crypto'

import { sql, type RawBuilder } from 'kysely'
import type { PoolClient } from 'pg'

const mark = '/* prepared */'

/**
 * Begins a statement whose plan does not depend on its values: by primary key, or an insert. PostgreSQL then plans it
 * once a connection instead of at every call. Never for a filter or a fragment: those would lose their index.
 */
export const prepared: RawBuilder<unknown> = sql.raw(mark)

/** Statements kept by one process; each takes some memory on every connection. */
const most = 500
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= most) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Makes a connection send marked statements by name. */
export function preparing(client: PoolClient): void {
  const query: (config: object) => unknown = client.query.bind(client)
  const replaced = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && text.startsWith(mark) ? nameOf(text) : undefined
    if (name === undefined || rest.length > 0)
      return Reflect.apply(query, client, [text, values, ...rest])
    return query({ name, text, values })
  }
  Object.assign(client, { query: replaced })
}
