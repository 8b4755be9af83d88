import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

import { brokerDepartment } from '../../../../resources/brokers/department/brokerDepartment.ts'
import { departmentChange } from '../../../../resources/brokers/histories/departmentChange.ts'
import { views } from '../../../../resources/index.browser.ts'
import { integration } from '../../../../resources/sending/integration/integration.ts'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

const change = (id: number, more: object) => ({
  id,
  version: 1,
  created_at: '2026-11-20T10:00:00Z',
  department: 4,
  integration: null,
  user: null,
  event: 'update',
  ...more,
})

const changes = [
  change(31, {
    part: 'broker_departments',
    detail: { changes: [{ field: 'priority', before: 10, after: 3 }] },
  }),
  change(32, {
    part: 'send_integrations',
    integration: 9,
    detail: { changes: [{ field: 'push_active', before: true, after: false }] },
  }),
  change(33, {
    part: 'broker_departments',
    detail: { changes: [{ field: 'pause_reason', before: null, after: 'Holidays' }] },
  }),
  change(34, {
    part: 'broker_departments',
    event: 'create',
    detail: { changes: [{ field: 'priority', before: null, after: 10 }] },
  }),
]

function open(...permissions: string[]) {
  const calls: unknown[] = []
  const provider = fakeProvider({
    getList: (async () => ({ data: changes, total: changes.length })) as never,
    getOne: (async (_resource: string, { id }: { id: number }) => ({
      data: { id, version: 7 },
    })) as never,
    call: (async (method: string, path: string, body: unknown) => {
      calls.push([method, path, body])
      return { data: { id: 1, version: 8 } }
    }) as never,
  })
  const screens = {
    '/broker/department/changes/*': (
      <ResourceList resource={departmentChange} views={views.department_changes as never} />
    ),
  }
  const user = userWith('broker.department.histories.view', ...permissions)
  const resources = [departmentChange, brokerDepartment, integration]
  const opened = openScreens('/broker/department/changes', screens, { user, provider, resources })
  return { ...opened, calls }
}

const reverts = () => screen.findAllByRole('button', { name: 'Revert' }, { timeout: 10_000 })

it('a change of a department or an integration is reverted by who may update both', async () => {
  const { person, calls } = open('broker.department.update', 'send.integration.update')
  const [ofDepartment, ofIntegration, ...others] = await reverts()
  expect(others).toEqual([])
  await person.click(ofDepartment!)
  await person.click(ofIntegration!)
  await waitFor(() => expect(calls.filter(isRevert)).toHaveLength(2))
  expect(calls.filter(isRevert)).toEqual([
    ['POST', '/broker/department/4/revert', { entry: 31, version: 7 }],
    ['POST', '/send/integration/9/revert', { entry: 32, version: 7 }],
  ])
})

it('who may update the department alone reverts no change of its integrations', async () => {
  open('broker.department.update')
  expect(await reverts()).toHaveLength(1)
})

it('who may only look reverts nothing', async () => {
  open()
  expect(await screen.findAllByText('Changed', {}, { timeout: 10_000 })).not.toEqual([])
  await screen.findAllByText('Priority')
  expect(screen.queryByRole('button', { name: 'Revert' })).toBeNull()
})

const isRevert = (call: unknown) => Array.isArray(call) && String(call[1]).endsWith('/revert')
