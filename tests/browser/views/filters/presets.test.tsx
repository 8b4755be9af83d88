import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { dayText } from '../../../../src/browser/ui/fields/dates/dates.tsx'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { ResourceCreate } from '../../../../src/browser/views/ResourceForms.tsx'
import { booking, clerk, hire } from '../../../fixtures/businesses/hire.ts'
import { fakeProvider, refusal } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const customers = [
  { id: 1, name: 'Ada', country: 'DE', version: 1 },
  { id: 2, name: 'Bea', country: 'FR', version: 1 },
  { id: 3, name: 'Cleo', country: null, version: 1 },
]

function open(permissions = [...clerk, 'hire.manage']) {
  const provider = fakeProvider({
    getOne: vi.fn(async (_resource: string, { id }: { id: number }) => {
      const data = customers.find((one) => one.id === id)
      if (!data) throw refusal(404, 'Not found.')
      return { data }
    }) as never,
    options: vi.fn(async () => ({ data: customers })) as never,
  })
  const user = userWith(...permissions)
  const screens = {
    '/bookings/*': <ResourceList resource={booking} />,
    '/bookings/create': <ResourceCreate resource={booking} />,
  }
  return {
    user,
    provider,
    ...openScreens('/bookings/create', screens, { user, provider, resources: hire }),
  }
}

const input = (name: RegExp) => screen.findByRole<HTMLInputElement>('combobox', { name })

async function choose(person: ReturnType<typeof open>['person'], name: string) {
  await person.click(await input(/^Customer/))
  await person.click(await screen.findByRole('option', { name }))
}

it('a form begins with the person and the day', async () => {
  const { user } = open()
  const day = await screen.findByLabelText<HTMLInputElement>(/^Booked on/)
  expect(day.value).toBe(dayText(new Date().toISOString().slice(0, 10)))
  expect((await input(/^Booked by/)).value).toBe(user.name)
})

it('and shows no input to who may not set it', async () => {
  open(clerk)
  await screen.findByLabelText(/^Booked on/)
  expect(screen.queryByLabelText(/^Booked by/)).toBeNull()
})

it('takes what the chosen record has, until somebody types something else', async () => {
  const { person, provider } = open()
  await choose(person, 'Ada')
  await waitFor(async () => expect((await input(/^Country/)).value).toContain('Germany'))
  await choose(person, 'Bea')
  await waitFor(async () => expect((await input(/^Country/)).value).toContain('France'))
  await person.clear(await input(/^Country/))
  await person.type(await input(/^Country/), 'ital')
  await person.click(await screen.findByRole('option', { name: /Italy/ }))
  await choose(person, 'Ada')
  await waitFor(() => expect(provider.getOne).toHaveBeenCalledTimes(3))
  expect((await input(/^Country/)).value).toContain('Italy')
  await person.type(screen.getByLabelText(/^Code/), 'B1')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(provider.create).toHaveBeenCalledOnce())
  const sent = vi.mocked(provider.create as any).mock.lastCall?.[1]
  expect(sent.data).toMatchObject({ code: 'B1', customer: 1, country: 'IT' })
})

it('asks for it where the record has none, or may not be read', async () => {
  const { person, provider } = open(clerk.filter((one) => one !== 'hire.customer.view'))
  await choose(person, 'Ada')
  await person.type(screen.getByLabelText(/^Code/), 'B1')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Fill in this field')).toBeTruthy()
  expect(provider.getOne).not.toHaveBeenCalled()
  expect(provider.create).not.toHaveBeenCalled()
})
