import { type Resource, countryByPhone, targetOf, type User } from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'
import { codeAmong } from '../../../records/write/validation/countryCodeOf.ts'
import type { Regions } from '../conversion.ts'
import { codeKey, type Codes, type Named } from './names.ts'
import { named, namedByCode, withCodes, type Found } from './namedRecords.ts'

/** What the names in a file mean: the records of other resources that the user may point at. */
export interface Lookups {
  /** Finds out about the texts that are not known yet. */
  load(database: Sql, target: string, texts: Iterable<string>): Promise<void>
  /** What loaded texts name, and the codes of those records. */
  named(target: string, texts: Iterable<string>): { named: Named[]; codes: Codes }
  /** The records of countries by their codes, where rows of a resource may be of the country of their phone number. */
  regions(database: Sql, resource: Resource): Promise<Regions | undefined>
}

/** Texts of one resource that are remembered for a job. */
const textsLimit = 20_000

export function createLookups(backend: Backend, user: User): Lookups {
  const ids = new Map<string, Map<string, Set<number>>>()
  const codes = new Map<string, string>()
  let regions: Regions | undefined

  function known(target: string): Map<string, Set<number>> {
    const texts = ids.get(target) ?? new Map<string, Set<number>>()
    ids.set(target, texts)
    return texts
  }

  function remember(target: string, found: readonly Found[]): void {
    for (const { text, id, codes: texts } of found) {
      known(target).get(text)?.add(id)
      const code = codeAmong(texts)
      if (code) codes.set(codeKey(target, id), code)
    }
  }

  return {
    async load(database, target, texts) {
      if (known(target).size > textsLimit) known(target).clear()
      const missing = [...new Set(texts)].filter((text) => !known(target).has(text))
      if (missing.length === 0) return
      for (const text of missing) known(target).set(text, new Set())
      const resource = backend.resource(target)
      remember(target, await named(resource, user, missing, database))
      const unknown = missing.filter((text) => known(target).get(text)?.size === 0)
      remember(target, await namedByCode(resource, unknown, { backend, user, sql: database }))
    },
    named(target, texts) {
      const all = [...texts].map((text) => {
        return { target, text, ids: [...(known(target).get(text) ?? [])].slice(0, 2) }
      })
      const keys = all.flatMap((one) => one.ids.map((id) => codeKey(target, id)))
      const found = keys.flatMap((key) => {
        const code = codes.get(key)
        return code === undefined ? [] : [[key, code] as const]
      })
      return { named: all, codes: found }
    },
    async regions(database, resource) {
      const name = countryByPhone(resource)
      const target = name === undefined ? undefined : targetOf(resource.fields[name])
      if (target === undefined) return undefined
      if (!regions) {
        const all = await withCodes(backend.resource(target), user, undefined, database)
        regions = new Map(all.map(({ id, code }) => [code, id]))
      }
      return regions
    },
  }
}
