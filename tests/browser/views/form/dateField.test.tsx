import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { setDisplayLocale } from '../../../../src/browser/client/i18n/formats.ts'
import { ResourceCreate } from '../../../../src/browser/views/ResourceForms.tsx'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { defineResource, defineResources, field } from '#schema'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const outing = defineResource('outings', {
  api: 'outing',
  label: 'Outings',
  permission: 'outing',
  title: 'name',
  operations: ['list', 'create', 'edit'],
  routes: { list: 'outings' },
  fields: {
    name: field.text({ max: 20, optional: true }),
    day: field.date({ optional: true }),
    leaves_at: field.timestamp({ optional: true }),
    opens: field.time({ optional: true }),
  },
  list: ['name', 'day'],
  form: ['name', 'day', 'leaves_at', 'opens'],
})
const all = defineResources([outing])

function open(path = '/outings/create') {
  const provider = fakeProvider({
    getOne: vi.fn(async () => ({
      data: { id: 1, version: 1, name: 'Sea', day: '2026-02-03', leaves_at: null, opens: null },
    })) as never,
  })
  const screens = {
    '/outings/*': <ResourceList resource={outing} />,
    '/outings/create': <ResourceCreate resource={outing} />,
  }
  const user = userWith('outing.view', 'outing.create', 'outing.update')
  return { provider, ...openScreens(path, screens, { user, provider, resources: all }) }
}

const input = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const sent = (provider: ReturnType<typeof fakeProvider>) =>
  vi.mocked(provider.create as any).mock.lastCall?.[1]?.data

it('Dates as shown: are typed letter by letter, or pasted as ISO 8601, and sent as before', async () => {
  setDisplayLocale({ locale: 'en', zone: 'Europe/Berlin' })
  const { person, provider } = open()
  await person.type(await input('Day'), 'nov 26 2026')
  await person.click(await input('Leaves'))
  expect((await input('Day')).value).toBe('Nov 26, 2026')
  await person.paste('2026-11-26 14:30')
  await person.type(await input('Opens'), '9.30 pm')
  expect((await input('Leaves')).value).toBe('Nov 26, 2026 14:30:00')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(provider.create).toHaveBeenCalledOnce())
  expect(sent(provider)).toMatchObject({
    day: '2026-11-26',
    leaves_at: '2026-11-26T13:30:00.000Z',
    opens: '21:30',
  })
})

it('Dates as shown: the example stands in the direction of the page, a date in its own', async () => {
  const { person } = open()
  const day = await input('Day')
  expect(day.getAttribute('dir')).toBeNull()
  await person.type(day, '2026')
  expect(day.getAttribute('dir')).toBe('auto')
})

it('Dates as shown: what is no date stays as it was typed, says how to write one, and is not sent', async () => {
  const { person, provider } = open()
  await person.type(await input('Day'), 'nov 31 2026')
  await person.tab()
  expect(await screen.findByText('Write it like Jan 31, 2026, or like 2026-01-31')).toBeTruthy()
  expect((await input('Day')).value).toBe('nov 31 2026')
  expect((await input('Day')).getAttribute('aria-invalid')).toBe('true')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Write it like Jan 31, 2026, or like 2026-01-31')).toBeTruthy()
  expect((await input('Day')).value).toBe('nov 31 2026')
  expect(provider.create).not.toHaveBeenCalled()
})

it('Dates as shown: are chosen in a calendar by the keyboard alone', async () => {
  const { person } = open()
  await person.type(await input('Day'), 'nov 26 2026')
  await person.keyboard('{Alt>}{ArrowDown}{/Alt}')
  const calendar = await screen.findByRole('dialog', { name: 'Calendar: Day' })
  const chosen = await within(calendar).findByRole('gridcell', { selected: true })
  expect(chosen.textContent).toBe('26')
  await waitFor(() => expect(document.activeElement).toBe(chosen))
  await person.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Calendar: Day' })).toBeNull())
  expect((await input('Day')).value).toBe('Nov 27, 2026')
})

it('Dates as shown: a moment keeps its time with another day, and its day with another time', async () => {
  const { person } = open()
  await person.type(await input('Leaves'), 'nov 26 2026 14:30')
  await person.click(screen.getByRole('button', { name: 'Calendar: Leaves' }))
  const calendar = await screen.findByRole('dialog', { name: 'Calendar: Leaves' })
  await person.click(await within(calendar).findByRole('gridcell', { name: '3' }))
  const time = within(calendar).getByRole('textbox', { name: 'Time' })
  await person.clear(time)
  await person.type(time, '8:15')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Calendar/ })).toBeNull())
  expect((await input('Leaves')).value).toBe('Nov 03, 2026 08:15:00')
})

it('Dates as shown: a calendar speaks the language of the reader', async () => {
  setDisplayLocale({ locale: 'de', zone: 'Europe/Berlin' })
  const { person } = open()
  await person.type(await input('Day'), '5.3.2026')
  await person.click(screen.getByRole('button', { name: 'Calendar: Day' }))
  const calendar = await screen.findByRole('dialog', { name: 'Calendar: Day' })
  expect(await within(calendar).findByText('März 2026')).toBeTruthy()
  const days = within(calendar).getAllByRole('columnheader')
  expect(days.map((one) => one.getAttribute('aria-label'))[0]).toBe('Montag')
  await person.click(within(calendar).getByRole('gridcell', { name: '9' }))
  expect((await input('Day')).value).toBe('9. März 2026')
})
