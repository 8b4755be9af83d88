import type { FastifyRequest } from 'fastify'

import { searchContract as contract, type SearchAnswer } from '#contract'
import { ownSearched, type Resource, type User } from '#schema'

import type { Api } from '../../server/kernel/behavior/serverParts.ts'
import type { Backend } from '../../server/kernel/backend.ts'
import { authorOf } from '../../server/kernel/guard.ts'
import { type SearchTerms, maxRecords, searchStatement } from './statement.server.ts'
import type { AdmittedQuery } from '../../server/records/read/where.ts'
import { admit, readQuery, type Asker } from '../../server/records/read/admit.ts'
import { sumsOf } from '../../server/records/read/page/wholeList.ts'
import { newestDays, type Days } from '../../server/records/read/page/days.ts'
import { work, inLanes } from './lanes.server.ts'
import { foundOf } from './found.server.ts'

/** One request that finds records across all resources. Each answers what its list would, so no one permission stands here. */
export function searchRoutes(app: Api, backend: Backend): void {
  const search = (request: FastifyRequest, text: string) =>
    searchRecords(wantedOf(text), { backend, user: request.user, author: authorOf(request) })
  const config = { access: 'signed-in', work } as const
  app.get('/search', { schema: contract.byAddress, config }, (request) =>
    search(request, request.query.text),
  )
  // Whom somebody looks for stands in no address, which browsers and proxies write down.
  app.post('/search', { schema: contract.byBody, config }, (request) =>
    search(request, request.body.text),
  )
}

/** Reads words, or the number of a record as `123` or `#123`. */
function wantedOf(text: string): SearchTerms {
  const [, mark, digits] = /^(#?)(\d{1,15})$/.exec(text) ?? []
  const id = digits === undefined ? undefined : Number(digits)
  return { searchText: mark ? '' : text, id }
}

/** Finds records in all resources at once, by the rules of their lists. In the order of the declarations. */
async function searchRecords(wanted: SearchTerms, asker: Asker): Promise<SearchAnswer> {
  const { backend, user } = asker
  const searched = backend.business.resources.filter((one) => isSearched(one, user))
  const isLarge = ({ size }: Resource) => size === 'large'
  const large = searched.filter(isLarge)
  const small = searched.filter((one) => !isLarge(one))
  // With connections to spare a slow table keeps one for itself; the embedded database has only one.
  const isEmbedded = backend.database.kind === 'embedded'
  const tasks = isEmbedded ? [...small, ...large] : [...large, ...small]
  const admitted = await admitAll(searched, wanted, asker)
  const rowsOf = await inLanes(backend.database, tasks, async (resource, connection) => {
    const { search: searchText = '', looksIntoMasked = false } = admitted.get(resource) ?? {}
    const find = async (newest?: Days) => {
      const search = { ...wanted, searchText, looksIntoMasked, ...(newest && { newest }) }
      return (await searchStatement(backend, resource, user, search).execute(connection)).rows
    }
    const newest = await newestDays(
      backend,
      large.includes(resource) ? sumsOf(resource) : undefined,
      searchText,
      connection,
    )
    const near = newest ? await find(newest) : []
    return near.length > maxRecords ? near : find()
  })
  return {
    data: searched.flatMap((resource) => {
      const rows = rowsOf.get(resource) ?? []
      return rows.length > 0 ? [foundOf(asker, resource, rows, wanted.searchText)] : []
    }),
    meta: {
      left_out: searched.filter((one) => !rowsOf.get(one)).map(({ name }) => name),
    },
  }
}

/** What is looked for in each resource. What the words compare in masked fields is counted here. */
async function admitAll(
  resources: readonly Resource[],
  { searchText }: SearchTerms,
  asker: Asker,
): Promise<Map<Resource, AdmittedQuery>> {
  const admitted = new Map<Resource, AdmittedQuery>()
  for (const resource of resources) {
    const query = readQuery(resource, asker.user, { search: searchText })
    admitted.set(resource, await admit(resource, query, asker))
  }
  return admitted
}

/** Resources with a list and something to look into; the lists that the user may not see are not looked into. */
function isSearched(resource: Resource, user: User): boolean {
  const isLooked = ownSearched(resource).length > 0
  return isLooked && resource.operations.includes('list') && resource.access.list(user) !== false
}
