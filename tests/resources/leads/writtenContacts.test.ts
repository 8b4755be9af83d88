import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { ended } from '../../attacks/cases/office.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
let sender: Client
let source: number
let lead: number

const contacts = {
  external_id: 'ann.lee@example.com',
  click_id: 'to=ann.lee%40example.com',
  sub_1: '+44 7400 123456',
  sub_2: 'campaign-7',
}
const leaks = /ann\.lee|7400 ?123456/

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  sender = await server.as('Sender')
  source = await admin.make('/settings/source', { name: 'Partner' })
  lead = await admin.make('/lead', { source, email: 'other@example.com', ...contacts })
  await server.backend.database.sql
    .updateTable('leads')
    .set({ api_lead_id: 'ann.lee@example.com' })
    .where('id', '=', lead)
    .execute()
  await admin.put(`/lead/${lead}`, { sub_3: 'ann.lee@example.com', version: 1 })
  await admin.make('/lead', { source, email: 'plain@example.com', external_id: 'CRM-1' })
}, 60_000)
afterAll(() => server.close())

describe('D10: a contact that others have written into a code', () => {
  test('is shown to nobody until it is revealed, beside codes that hold none', async () => {
    for (const client of [admin, sender]) {
      const { body } = await client.get(`/lead/${lead}`)
      expect(body.data).toMatchObject({
        external_id: 'a•••••',
        click_id: 't•••••',
        sub_1: '+•••••',
        sub_2: 'campaign-7',
        api_lead_id: 'a•••••',
      })
      for (const path of [
        '/lead/search',
        '/lead/history/changes/search',
        `/lead/${lead}/timeline`,
      ]) {
        const answer = await client.get(path)
        expect([path, answer.status]).toEqual([path, 200])
        expect(JSON.stringify(answer.body)).not.toMatch(leaks)
      }
    }
    const revealed = await admin.post(`/lead/${lead}/reveal`, { field: 'external_id' })
    expect(revealed.body.data.value).toBe('ann.lee@example.com')
    expect((await sender.post(`/lead/${lead}/reveal`, { field: 'external_id' })).status).toBe(403)
  })

  test('stays masked in a file without the permission for contacts, and codes stay', async () => {
    const analyst = await server.as('Analyst')
    const columns = ['external_id', 'sub_1', 'sub_2', 'api_lead_id']
    const { status, body } = await analyst.post('/lead/export', { columns })
    expect(status).toBe(202)
    await server.backend.jobs.work()
    await ended(server, body.data.job_id)
    const path = `/profile/job/${body.data.job_id}/download/result`
    const file = String((await analyst.get(path)).body)
    expect(file).toContain('campaign-7')
    expect(file).toContain('CRM-1')
    expect(file).not.toMatch(leaks)
  })

  test('is found by nobody who sees it masked, but as one whole value that is counted', async () => {
    const search = async (query: string) => {
      const { status, body } = await sender.get(`/lead/search?${query}`)
      return [status, status === 200 ? body.meta.total : body.message]
    }
    // A search looks into the e-mail addresses only; a code that is no contact is found like any.
    expect(await search('search=ann.lee@example.com')).toEqual([200, 0])
    expect(await search('search=CRM-1')).toEqual([200, 1])
    expect(await search('external_id=CRM-1,CRM-2')).toEqual([200, 1])
    const before = await counted()
    expect(await search('external_id=ann.lee@example.com')).toEqual([200, 1])
    expect(await counted()).toBe(before + 1)
    expect((await search('external_id=ann.lee@example.com,bob@example.com'))[0]).toBe(400)
    expect((await search('external_id_contains=ann'))[0]).toBe(400)
    expect((await search('sort=external_id'))[0]).toBe(400)
  })

  const counted = async () =>
    (await admin.get(`/audit/search?action=masked_search&user=${sender.id}`)).body.meta.total

  test('is no filter of a view that another has shared', async () => {
    const view = { resource: 'leads', name: 'Theirs' }
    const settings = { filter: { external_id: 'ann.lee@example.com' } }
    const id = await admin.make('/profile/view', { ...view, settings })
    expect((await admin.post(`/profile/view/${id}/share`, { visibility: 'all' })).status).toBe(200)
    const { body } = await sender.get('/profile/view/search')
    expect(body.data).toContainEqual(expect.objectContaining({ id }))
    expect(JSON.stringify(body)).not.toMatch(leaks)
  })

  test('is masked among failed leads too', async () => {
    const { status } = await admin.post('/lead', {
      first_name: 'Ann',
      source,
      email: 'other@example.com',
      ...contacts,
    })
    expect(status).toBe(422)
    const reader = await server.user(['failed.lead.view'])
    const { body } = await reader.get('/failed/lead/search')
    expect(body.data).toHaveLength(1)
    expect(JSON.stringify(body)).not.toMatch(leaks)
    expect((await reader.get(`/failed/lead/${body.data[0].id}`)).body.data).toMatchObject({
      external_id: 'a•••••',
      sub_2: 'campaign-7',
    })
  })
})
