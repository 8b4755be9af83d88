import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { brokerDepartment } from '../../../../resources/brokers/department/brokerDepartment.ts'
import { views } from '../../../../resources/index.browser.ts'
import { lead } from '../../../../resources/leads/lead/lead.ts'
import { send } from '../../../../resources/sending/send/send.ts'
import { ResourceShow } from '../../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

const planned = {
  id: 5,
  version: 1,
  lead: 7,
  department: 2,
  state: 'sent',
  plan: [
    { department: 1, reason: 'Cap reached' },
    { department: 2 },
    { department: 3 },
    { department: 4 },
  ],
  others: [3],
}

function open(permissions: readonly string[] = [], texts = {}) {
  const names = ['UK desk', 'Ireland desk', 'Nordic desk', 'French desk']
  const provider = fakeProvider({
    getOne: (async () => ({ data: planned })) as never,
    getList: (async () => ({ data: [], total: 0 })) as never,
    options: async () => ({ data: names.map((branch_name, at) => ({ id: at + 1, branch_name })) }),
  })
  const screens = {
    '/lead/history/:id': <ResourceShow resource={send} views={views.sends as never} />,
  }
  const user = userWith('lead.history.view', 'options.broker_departments.all', ...permissions)
  const resources = [send, lead, brokerDepartment]
  return openScreens('/lead/history/5', screens, { user, provider, resources, texts })
}

const verdicts = async () => {
  const name = await screen.findByText('Ireland desk', {}, { timeout: 10_000 })
  const list = within(name.closest('ol')!).getAllByRole('listitem')
  return list.map((one) => one.textContent)
}

it('a send tells in words why it went there, and why not elsewhere', async () => {
  open(['broker.department.histories.view'])
  expect(await verdicts()).toEqual([
    'UK desk: passed over: Cap reached',
    'Ireland desk: chosen',
    'Nordic desk: comes next if the chosen one does not take it',
    'French desk: could take it too',
  ])
  expect(screen.getByRole('link', { name: 'UK desk' }).getAttribute('href')).toBe(
    '/broker/department/1/histories/view',
  )
})

it('and says so in the language of the reader', async () => {
  open([], { 'messages.cap_reached': 'بلغ الحد الأقصى' })
  expect((await verdicts())[0]).toContain('بلغ الحد الأقصى')
})

it('links to departments are for those who may open them', async () => {
  open()
  expect(await verdicts()).toHaveLength(4)
  expect(screen.queryByRole('link', { name: 'UK desk' })).toBeNull()
})

it('beside the button that cancels a send stands none that says only Cancel', async () => {
  const provider = fakeProvider({
    getOne: (async () => ({ data: { ...planned, state: 'waiting', plan: [] } })) as never,
    getList: (async () => ({ data: [], total: 0 })) as never,
    options: async () => ({ data: [] }),
  })
  const user = userWith('lead.history.view', 'lead.history.cancel')
  const screens = { '/lead/history/:id': <ResourceShow resource={send} /> }
  const { person } = openScreens('/lead/history/5', screens, { user, provider, resources: [send] })
  await person.click(await screen.findByRole('button', { name: 'Cancel the send' }))
  const buttons = within(await screen.findByRole('dialog')).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Back', 'Cancel the send'])
})
