import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { broker } from '../../../resources/brokers/broker.ts'
import { brokerDepartment } from '../../../resources/brokers/department/brokerDepartment.ts'
import { fakeProvider } from '../../browser/views/console.tsx'
import { userWith } from '../../browser/views/fixture.ts'
import { openScreens } from '../../browser/views/screens.tsx'

const acme = { id: 3, version: 1, name: 'Acme', labels: {} }

async function askToDelete(...permissions: string[]) {
  const provider = fakeProvider({
    getList: (async (resource: string, { filter }: { filter: { broker_id?: number[] } }) => {
      if (resource === 'brokers') return { data: [acme], total: 1 }
      return { data: [], total: filter.broker_id?.includes(acme.id) ? 3 : 0 }
    }) as never,
  })
  const screens = { '/broker/search/*': <ResourceList resource={broker} views={undefined} /> }
  const user = userWith('broker.view', 'broker.delete', ...permissions)
  const resources = [broker, brokerDepartment]
  const { person } = openScreens('/broker/search', screens, { user, provider, resources })
  const [menu] = await screen.findAllByRole('button', { name: /^Actions for/ }, { timeout: 45_000 })
  await person.click(menu!)
  await person.click(await screen.findByRole('menuitem', { name: /Delete/ }))
  await screen.findByRole('dialog', {}, { timeout: 45_000 })
}

it('who deletes a broker is told how many departments go with it', async () => {
  await askToDelete('broker.department.view')
  expect(await screen.findByText('Deleted with it: 3 broker departments')).toBeTruthy()
})

it('who sees no departments is told of none', async () => {
  await askToDelete()
  expect(await screen.findByText('You can undo it afterwards.')).toBeTruthy()
  expect(screen.queryByText(/Deleted with it/)).toBeNull()
})
