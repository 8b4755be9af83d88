import { createHash } from 'node:crypto'

import { sql, type RawBuilder } from 'kysely'
import type { ClientBase } from 'pg'

/**
 * Begins a statement whose plan does not depend on its values: by primary key, or an insert. PostgreSQL then plans it
 * once a connection instead of at every call. Never for a filter or a fragment: those would lose their index.
 */
export const prepared: RawBuilder<unknown> = sql.raw('/* prepared */')

/** The same for statements that clients can vary, like the columns of a list: they cannot crowd out the others. */
export const preparedVariant: RawBuilder<unknown> = sql.raw('/* prepared variant */')

/** Statements named by one process, by their mark; each takes some memory on every connection. */
const limits = { '/* prepared */': 500, '/* prepared variant */': 100 }
const namesByMark = new Map(Object.keys(limits).map((mark) => [mark, new Map<string, string>()]))

function nameOf(text: string): string | undefined {
  for (const [mark, limit] of Object.entries(limits)) {
    if (!text.startsWith(mark)) continue
    const names = namesByMark.get(mark)
    const known = names?.get(text)
    if (known || !names || names.size >= limit) return known
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
  return undefined
}

/** Makes a connection send marked statements by name. */
export function preparing(client: ClientBase): void {
  const query: (config: object) => unknown = client.query.bind(client)
  const replaced = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? nameOf(text) : undefined
    if (name === undefined || rest.length > 0)
      return Reflect.apply(query, client, [text, values, ...rest])
    return query({ name, text, values })
  }
  Object.assign(client, { query: replaced })
}
