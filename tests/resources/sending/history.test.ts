import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
let sender: Client
const leads: number[] = []
const departments: number[] = []

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  sender = await server.as('Sender')
  const source = await admin.make('/settings/source', { name: 'Search' })
  for (const name of ['one', 'two']) {
    const broker_id = await admin.make('/broker', { name })
    departments.push(await admin.make('/broker/department', { branch_name: 'Desk', broker_id }))
    leads.push(
      await admin.make('/lead', { source, first_name: 'Ada', email: `${name}@example.com` }),
    )
  }
  const [lead, department] = [leads[0], departments[0]]
  await sql`
    insert into sends (uuid, lead, department, state, holds, attempts, send_key)
    values ('a', ${lead}, ${department}, 'sent', true, 1, 'a'),
      ('b', ${lead}, ${departments[1]}, 'rejected', null, 1, 'b')`.execute(
    server.backend.database.sql,
  )
  await sql`
    update leads set accepted_count = 1, sends_count = 2, last_department = ${department}
    where id = ${lead}`.execute(server.backend.database.sql)
  await sql`insert into leads_sent_departments values (${lead}, ${department})`.execute(
    server.backend.database.sql,
  )
}, 60_000)
afterAll(() => server.close())

const idsOf = ({ body }: { body: { data: { id: number }[] } }) => body.data.map(({ id }) => id)

test('the sends of a lead are found by it, with the names of departments and no contact', async () => {
  const answer = await sender.get(`/lead/history/search?lead=${leads[0]}`)
  expect(answer.body.data).toHaveLength(2)
  expect(answer.body.data[0].labels.lead.label).toContain('Ada')
  expect(JSON.stringify(answer.body)).not.toContain('one@example.com')
  expect(idsOf(await sender.get(`/lead/history/search?lead=${leads[1]}`))).toEqual([])
})

test('the list of leads tells the last department and how many sends were accepted', async () => {
  const { body } = await sender.get(`/lead/search?id=${leads[0]}`)
  expect(body.data[0]).toMatchObject({ last_department: departments[0], acceptance: '1 / 2' })
})

test('leads not sent to a department are those whose departments do not have it', async () => {
  const not = (one?: number) =>
    `/lead/search?sort=id&where=${encodeURIComponent(JSON.stringify({ sent_departments: { not: [one] } }))}`
  expect(idsOf(await sender.get(not(departments[0])))).toEqual([leads[1]])
  expect(idsOf(await sender.get(not(departments[1])))).toEqual(leads)
  expect(idsOf(await sender.get(`/lead/search?sent_departments=${departments[0]}`))).toEqual([
    leads[0],
  ])
})
