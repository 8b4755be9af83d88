import { parseQuery } from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import { transactAsProcess } from '../write/asProcess.ts'
import { commonPart } from './fragmentShares.ts'
import { fragmentSharesOf, readSample } from './fragmentSample.ts'
import { listRecords } from './list.ts'

/**
 * Lets the first searches of a process take as long as later ones: reads a sample of each large resource, and makes one
 * search of it, by which PostgreSQL and this process learn what all searches need.
 */
export async function prepareSearches(backend: Backend): Promise<void> {
  for (const resource of backend.business.resources) {
    if (resource.size !== 'large' || !resource.operations.includes('list')) continue
    await readSample(backend, resource)
    const shares = fragmentSharesOf(backend, resource)
    const search = shares && commonPart(shares)
    if (search === undefined) continue
    await transactAsProcess(backend, ({ user, sql }) => {
      const query = parseQuery(resource, user, { search })
      return listRecords(backend, resource, user, { ...query, looksIntoMasked: false }, sql)
    }).catch((error: unknown) => backend.log.debug({ err: error }, 'No search was prepared.'))
  }
}
