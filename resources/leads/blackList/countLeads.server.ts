import { ValueError } from '#schema'
import { fingerprints, type Api, type Backend } from '#server'

import { blackList, countedLeads } from './blackList.ts'
import { countContract, type CountedLeads } from './countLeads.ts'
import { leadsUnder } from './leadsUnder.server.ts'
import { listedValue } from './listedKeys.server.ts'

/** Tells whoever makes an entry what it would do to the leads that are there. */
export function countRoute(app: Api, backend: Backend): void {
  const config = { access: { permission: 'lead.black_list.create' } }
  app.post(`/${blackList.api}/count`, { schema: countContract, config }, async ({ body }) => ({
    data: { leads: await countUnder(body, backend) },
  }))
}

async function countUnder(
  { type, value }: Parameters<typeof listedOf>[0],
  backend: Backend,
): Promise<CountedLeads['leads']> {
  const listed = listedOf({ type, value }, backend)
  if (!listed) return null
  return (await leadsUnder([{ type, ...listed }], backend.database, countedLeads)).length
}

/** Undefined for what is no value of the type yet. */
function listedOf(
  { type, value }: { type: Parameters<typeof listedValue>[0]; value: string },
  backend: Backend,
) {
  try {
    return listedValue(type, value, fingerprints(backend))
  } catch (error) {
    if (error instanceof ValueError) return undefined
    throw error
  }
}
