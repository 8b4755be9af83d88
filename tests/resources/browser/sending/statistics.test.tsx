import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { brokerDepartment } from '../../../../resources/brokers/department/brokerDepartment.ts'
import { broker } from '../../../../resources/brokers/broker.ts'
import { source } from '../../../../resources/settings/source/source.ts'
import { tag } from '../../../../resources/settings/tag.ts'
import {
  DepartmentStatistics,
  StatisticsPage,
} from '../../../../resources/sending/statistics/views/StatisticsPage.tsx'
import { fitted } from '../../../../resources/sending/statistics/views/StatisticsChart.tsx'
import { HttpFailure } from '../../../../src/browser/client/http/httpFailure.ts'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

const numbers = {
  offered: 12,
  accepted: 9,
  rejected: 2,
  failed: 1,
  unknown: 0,
  returned: 0,
  acceptance: 75,
  ftds: 2,
  rate: 22.2,
  median_days: null,
  last_ftd_at: null,
}
const found = {
  from: '2026-11-01',
  to: '2026-11-30',
  zone: 'UTC',
  as_of: null,
  is_cut: false,
  rows: [
    { ...numbers, part: { key: 7, label: 'UK desk' }, cap_today: '3 / 60' },
    { ...numbers, part: { key: 8, label: null } },
  ],
  total: { ...numbers, offered: 24, accepted: 18, ftds: 4 },
}

const open = (answer: object, ...permissions: string[]) =>
  openAt('/broker/department/statistics', answer, ...permissions)

function openAt(at: string, answer: object, ...permissions: string[]) {
  const call = vi.fn(async (_method: string, _path: string) => ({ data: answer }))
  const download = vi.fn(async (_path: string) => new Blob())
  const provider = fakeProvider({
    call: call as never,
    download: download as never,
    options: async () => ({ data: [{ id: 7, name: 'Acme' }] }),
  })
  const screens = {
    '/broker/department/statistics': <StatisticsPage />,
    '/broker/department/5': <DepartmentStatistics record={{ id: 5 } as never} />,
  }
  const user = userWith('broker.department.ftd.view', ...permissions)
  const opened = openScreens(at, screens, {
    user,
    provider,
    resources: [broker, brokerDepartment, source, tag],
  })
  return { call, download, ...opened }
}

it('FTD statistics are a row for each part and one for all, and say what is not known', async () => {
  open(found)
  const table = await screen.findByRole('table', { name: 'FTD statistics' })
  const rows = within(table).getAllByRole('row')
  const cells = (row: HTMLElement | undefined) =>
    [...(row?.children ?? [])].map(({ textContent }) => textContent)
  const values = ['12', '9', '2', '1', '0', '0', '75.0', '2', '22.2', '–', '–']
  expect(cells(rows[1])).toEqual(['UK desk', ...values, '3 / 60'])
  expect(cells(rows[2])).toEqual(['#8', ...values, ''])
  expect(cells(rows[3])?.slice(0, 3)).toEqual(['Total', '24', '18'])
  expect(screen.getByText(/\(UTC\)\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

it('as of when the numbers hold stands above them', async () => {
  open({ ...found, as_of: '2026-11-29T09:15:00.000Z' })
  expect(await screen.findByText(/As of Nov 29, 2026 .*\d\d:15:00\./)).toBeTruthy()
})

it('a line leads over days alone: departments do not follow each other', async () => {
  open(found)
  expect(await screen.findByText('Accepted leads as bars, FTDs as points')).toBeTruthy()
  cleanup()
  openAt('/broker/department/statistics?by=day', found)
  expect(await screen.findByText('Accepted leads as bars, FTDs as a line')).toBeTruthy()
})

it('a part leads to its record, for those who may open it', async () => {
  open(found, 'broker.department.histories.view')
  const link = await screen.findByRole('link', { name: 'UK desk' })
  expect(link.getAttribute('href')).toBe('/broker/department/7/histories/view')
  expect(screen.queryByRole('link', { name: '#8' })).toBeNull()
  cleanup()
  open(found)
  await screen.findByText('UK desk')
  expect(screen.queryByRole('link', { name: 'UK desk' })).toBeNull()
})

it('what does not fit beside the parts is scrolled to, and a mark tells where there is more', async () => {
  open(found)
  const frame = await screen.findByRole('region', { name: 'FTD statistics' })
  Object.defineProperties(frame, { scrollWidth: { value: 900 }, clientWidth: { value: 300 } })
  fireEvent.scroll(frame)
  expect(frame.dataset['scrolled']).toBe('end')
  frame.scrollLeft = 200
  fireEvent.scroll(frame)
  expect(frame.dataset['scrolled']).toBe('start end')
  frame.scrollLeft = 600
  fireEvent.scroll(frame)
  expect(frame.dataset['scrolled']).toBe('start')
})

it('other groupings and bases ask again, and stand in the address', async () => {
  const { person, call } = open(found, 'broker.department.ftd.export')
  await person.click(await screen.findByRole('button', { name: 'By FTD date' }))
  await person.click(screen.getByRole('combobox', { name: 'Then by' }))
  await person.click(await screen.findByRole('option', { name: 'Country' }))
  await waitFor(() => expect(call.mock.lastCall?.[1]).toContain('then_by=country'))
  expect(call.mock.lastCall?.[1]).toContain('basis=ftd')
  expect(await screen.findByRole('button', { name: 'Export' })).toBeTruthy()
})

it('filters and days of one’s own ask again, and stand in the address', async () => {
  const { person, call, router } = open(
    found,
    'options.brokers.all',
    'options.sources.all',
    'options.tags.all',
  )
  await person.click(await screen.findByRole('button', { name: 'Filters' }))
  const filters = await screen.findByRole('group', { name: 'Filters' })
  await person.click(await within(filters).findByRole('combobox', { name: 'Broker' }))
  await person.click(await screen.findByRole('option', { name: 'Acme' }))
  await person.type(within(filters).getByRole('textbox', { name: 'Funnel' }), 'autumn{Enter}')
  await waitFor(() => expect(call.mock.lastCall?.[1]).toMatch(/broker=7.*funnel=autumn/))
  expect(screen.getByRole('button', { name: '2 filters' })).toBeTruthy()
  expect(within(filters).queryByRole('combobox', { name: 'Department' })).toBeNull()
  await person.click(screen.getByRole('combobox', { name: 'Days' }))
  await person.click(await screen.findByRole('option', { name: 'Days of your choice' }))
  // They begin as those that were shown.
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('Nov 01, 2026')
  expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('Nov 30, 2026')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-15' } })
  await waitFor(() => expect(call.mock.lastCall?.[1]).toContain('from=2026-03-01&to=2026-03-15'))
  expect(call.mock.lastCall?.[1]).not.toContain('period=')
  expect(router.state.location.search).toContain('broker=7')
  expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('false')
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-02-15' } })
  for (const name of ['From', 'To']) {
    expect(screen.getByLabelText(name).getAttribute('aria-invalid')).toBe('true')
  }
})

it('a month and a day are written as dates are elsewhere', async () => {
  const rows = ['2026-11', '2026-11-05'].map((key) => ({ ...numbers, part: { key, label: key } }))
  open({ ...found, rows })
  const table = await screen.findByRole('table', { name: 'FTD statistics' })
  const names = within(table)
    .getAllByRole('rowheader')
    .map((one) => one.textContent)
  expect(names).toEqual(['Nov 2026', 'Nov 05, 2026', 'Total'])
})

it('days without sends say what to do', async () => {
  open({ ...found, rows: [] })
  expect(await screen.findByText(/Nothing was sent on these days/)).toBeTruthy()
})

it.each([
  ['days in reverse order are refused, which asking again does not change', 422, 0],
  ['what the server could not answer is asked for again', 500, 1],
])('%s', async (_, status, buttons) => {
  const { call, person } = open(found)
  await screen.findByRole('table', { name: 'FTD statistics' })
  call.mockRejectedValue(new HttpFailure(status, 'The last day comes before the first'))
  await person.click(screen.getByRole('button', { name: 'By FTD date' }))
  expect(await screen.findByText('The last day comes before the first')).toBeTruthy()
  expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(buttons)
})

it('of one department are taken along, too', async () => {
  const { person, download } = openAt('/broker/department/5', found, 'broker.department.ftd.export')
  await person.click(await screen.findByRole('button', { name: 'Export' }))
  const dialog = await screen.findByRole('dialog', { name: 'Export FTD statistics' })
  await person.click(within(dialog).getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(download.mock.lastCall?.[0]).toMatch(/by=day.*department=5/))
})

it('a file has the columns that were picked, and is written as those of lists are', async () => {
  const { person, download } = open(found, 'broker.department.ftd.export')
  const opener = await screen.findByRole('button', { name: 'Export' })
  await person.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'Export FTD statistics' })
  // What is shown is all there is.
  expect(within(dialog).queryByRole('radio', { name: 'Every column I may see' })).toBeNull()
  await person.click(within(dialog).getByRole('radio', { name: 'Columns that I pick' }))
  const columns = within(dialog).getByRole('combobox', { name: 'Columns' })
  expect(within(dialog).getByText('Cap today')).toBeTruthy()
  await person.click(columns)
  await person.keyboard('{Backspace}{Backspace}{Escape}')
  await person.click(within(dialog).getByRole('combobox', { name: 'Between columns' }))
  await person.click(await screen.findByRole('option', { name: 'Semicolon ( ; )' }))
  const button = within(dialog).getByRole('button', { name: 'Export' })
  await person.click(button)
  const asked = () => new URLSearchParams(download.mock.lastCall?.[0].split('?')[1])
  await waitFor(() => expect(asked().get('columns')).toMatch(/^offered,.*,median_days$/))
  expect([asked().get('delimiter'), asked().get('bom')]).toEqual([';', 'true'])
  await waitFor(() => expect(document.activeElement).toBe(button))
  await person.click(within(dialog).getByRole('combobox', { name: 'File type' }))
  await person.click(await screen.findByRole('option', { name: 'Excel (.xlsx)' }))
  await person.click(button)
  await waitFor(() => expect(asked().get('bom')).toBe('false'))
  expect(asked().get('delimiter')).toBe(',')
  await person.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('of two choices in quick succession none is lost', async () => {
  const { router } = open(found)
  const basis = await screen.findByRole('button', { name: 'By FTD date' })
  const tests = screen.getByRole('combobox', { name: 'Test leads' }).parentElement
  act(() => {
    fireEvent.click(basis)
    fireEvent.change(tests!.querySelector('input')!, { target: { value: 'both' } })
  })
  await waitFor(() => expect(router.state.location.search).toMatch(/basis=ftd.*test=both/))
})

it.each([
  ['UK desk', 90, 'UK desk'],
  ['Ireland desk of Fairwater', 90, 'Ireland des…'],
  ['Ireland desk', 20, 'I…'],
])('the name %s under a bar of %i pixels is %s', (name, width, shown) => {
  expect(fitted(name, width)).toBe(shown)
})
