import { sql } from 'kysely'

import { getRecord, idPath, mayLabel, type Api, type Backend, type Sql } from '#server'

import { departmentWords, seenOf, wordKey } from '../../leads/statusSetting/brokerWords.server.ts'
import { status } from '../../settings/status.ts'
import { brokerDepartment } from '../department/brokerDepartment.ts'
import { brokerStatusesContract, type BrokerStatus } from './brokerStatuses.ts'

/** What a department says of the leads that it took (product.md 11.14). */
export function brokerStatusRoutes(app: Api, backend: Backend): void {
  const config = { access: { permission: 'broker.department.histories.view' } }
  const path = `/${brokerDepartment.api}/${idPath}/statuses`
  app.get(path, { schema: brokerStatusesContract, config }, async ({ user, params: { id } }) => {
    await getRecord(backend, brokerDepartment, user, id)
    const rows = await statusesOf(id, backend.database.sql)
    if (mayLabel(status, user)) return { data: rows }
    const unnamed = (one: BrokerStatus) => one.status && { ...one.status, label: null }
    return { data: rows.map((one) => ({ ...one, status: unnamed(one) })) }
  })
}

/** Its words. Those that stand for none of our statuses come first, then the most frequent. */
async function statusesOf(department: number, database: Sql): Promise<BrokerStatus[]> {
  const seenStatuses = await seenOf(await departmentWords(database, department), database)
  const statuses = await statusesByWord(department, database)
  return seenStatuses
    .map(({ broker_status, seen }) => {
      return { broker_status, seen, status: statuses.get(wordKey(broker_status)) ?? null }
    })
    .toSorted(
      (one, other) =>
        Number(one.status !== null) - Number(other.status !== null) || other.seen - one.seen,
    )
}

type Ours = NonNullable<BrokerStatus['status']>

/** Our statuses by what seenStatuses are compared as: a mapping of the department comes before one of all. */
async function statusesByWord(department: number, database: Sql): Promise<Map<string, Ours>> {
  const { rows } = await sql<Ours & { word: string }>`
    select m.compared_as as word, s.id, s.name as label, s.text_color, s.bg_color
    from status_maps m join statuses s on s.id = m.status
    where m.department is null or m.department = ${department}
    order by m.department nulls first`.execute(database)
  return new Map(rows.map(({ word, ...ours }) => [word, ours]))
}
