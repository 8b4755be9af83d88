import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { defineResource, field } from '#schema'

import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { fakeProvider, refusal } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const part = defineResource('parts', {
  permission: 'shop.part',
  fields: { number: field.text({ max: 20 }) },
  title: 'number',
  list: ['number'],
  form: ['number'],
  actions: {
    check: {
      on: 'list',
      label: 'Check numbers',
      permission: 'shop.part.check',
      input: { number: field.text() },
      answer: { known: field.integer(), unknown: field.words() },
    },
    price_list: { on: 'list', label: 'Price list', permission: 'shop.part.view', file: 'text/csv' },
    key: {
      on: 'list',
      label: 'New key',
      permission: 'shop.part.key',
      answer: { key: field.text({ label: 'Key', help: 'Copy it now.' }) },
      shownOnce: true,
      done: 'The new key works',
    },
    scrap: {
      label: 'Scrap',
      permission: 'shop.part.scrap',
      bulk: true,
      final: true,
      confirm: 'Sure?',
    },
    retire: { label: 'Retire', permission: 'shop.part.scrap', deletes: true, confirm: 'Sure?' },
    stock: { label: 'Take stock', permission: 'shop.part.view', bulk: true },
  },
})

const rows = [{ id: 1, number: 'N-1', version: 1, labels: {} }]

function open(...permissions: string[]) {
  const provider = fakeProvider({
    getList: vi.fn(async () => ({ data: rows, total: 1 })) as never,
    call: vi.fn(async () => ({ data: { known: 1, unknown: ['N-2', 'N-3'] } })) as never,
  })
  const screens = { '/parts/*': <ResourceList resource={part} /> }
  const user = userWith('shop.part.view', ...permissions)
  return { provider, ...openScreens('/parts', screens, { user, provider, resources: [part] }) }
}

it('asks in the head of the list, where several are in one menu, and shows what is answered', async () => {
  const { person, provider } = open('shop.part.check')
  await person.click(await screen.findByRole('button', { name: 'More about this list' }))
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Check numbers', 'Price list'])
  await person.click(screen.getByRole('menuitem', { name: 'Check numbers' }))
  const dialog = await screen.findByRole('dialog', { name: 'Check numbers' })
  // Its first field has the focus, so that what is typed goes there.
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/Number/)))
  await person.keyboard('N-2')
  await person.click(within(dialog).getByRole('button', { name: 'Check numbers' }))
  const answer = await within(dialog).findByRole('status')
  expect(answer.textContent).toMatch(/Known.*1.*Unknown.*N-2.*N-3/)
  expect(provider.call).toHaveBeenCalledWith('POST', '/parts/check', { number: 'N-2' })
  await person.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('keeps what is shown only once where it can be copied, until it is closed on purpose', async () => {
  const { person, provider } = open('shop.part.key')
  vi.mocked(provider.call).mockResolvedValue({ data: { key: 'k-7' } })
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await person.click(await screen.findByRole('button', { name: 'More about this list' }))
  await person.click(await screen.findByRole('menuitem', { name: 'New key' }))
  const dialog = await screen.findByRole('dialog', { name: 'New key' })
  await person.click(within(dialog).getByRole('button', { name: 'New key' }))
  const answer = await within(dialog).findByText(/Copy it now/)
  expect(within(dialog).getByText('The new key works')).toBeTruthy()
  await person.click(within(dialog).getByRole('button', { name: 'Copy Key' }))
  expect(written).toHaveBeenCalledWith('k-7')
  const beside = dialog.closest('.MuiDialog-container')
  if (beside) await person.click(beside)
  expect(answer.isConnected).toBe(true)
  await person.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  written.mockRestore()
})

it('leaves the head to what the screen itself has there, and stands in the menu beside it', async () => {
  const provider = fakeProvider({
    getList: vi.fn(async () => ({ data: rows, total: 1 })) as never,
  })
  const views = { listActions: () => <a href="/prices">Prices of today</a> }
  const screens = { '/parts/*': <ResourceList resource={part} views={views} /> }
  const { person } = openScreens('/parts', screens, {
    user: userWith('shop.part.view'),
    provider,
    resources: [part],
  })
  await screen.findByRole('link', { name: 'Prices of today' })
  expect(screen.queryByRole('button', { name: 'Price list' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'More about this list' }))
  await screen.findByRole('menuitem', { name: 'Price list' })
})

it('saves the file that is answered, and says that it is done', async () => {
  const { person, provider } = open()
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  vi.mocked(provider.download).mockResolvedValue(new File(['N-1'], 'prices.csv'))
  await person.click(await screen.findByRole('button', { name: 'Price list' }))
  await screen.findByText('Price list: done')
  expect(saved).toEqual(['prices.csv'])
  expect(provider.download).toHaveBeenCalledWith('/parts/price_list', {})
  click.mockRestore()
})

it('is for those who may, and stands in no menu of a row', async () => {
  const { person } = open()
  await screen.findByRole('button', { name: 'Price list' })
  expect(screen.queryByRole('button', { name: 'Check numbers' })).toBeNull()
  await person.click(
    within(await screen.findByRole('row', { name: /N-1/ })).getByRole('button', {
      name: /actions/i,
    }),
  )
  const menu = await screen.findByRole('menu')
  within(menu).getByRole('menuitem', { name: 'Take stock' })
  expect(within(menu).queryByRole('menuitem', { name: 'Price list' })).toBeNull()
})

it('shows in red what cannot be taken back, from the bar of the ticked to the button that agrees', async () => {
  const { person } = open('shop.part.scrap')
  await person.click(await screen.findByRole('checkbox', { name: /N-1/ }))
  const color = (button: HTMLElement) => /color(Error|Primary)/.exec(button.className)?.[1]
  expect(color(screen.getByRole('button', { name: 'Take stock' }))).toBe('Primary')
  const scrap = screen.getByRole('button', { name: 'Scrap' })
  expect(color(scrap)).toBe('Error')
  const line = scrap.previousElementSibling
  expect(line?.getAttribute('role')).toBe('separator')
  expect(line?.previousElementSibling?.textContent).toBe('Take stock')
  await person.click(scrap)
  const dialog = await screen.findByRole('dialog', { name: /Scrap/ })
  expect(color(within(dialog).getByRole('button', { name: 'Scrap' }))).toBe('Error')
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
})

it('what closes a record stands in red at the end of its menu, as a deletion does', async () => {
  const { person } = open('shop.part.scrap')
  const row = await screen.findByRole('row', { name: /N-1/ })
  await person.click(within(row).getByRole('button', { name: /actions/i }))
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  expect(items.slice(-2).map(({ textContent }) => textContent)).toEqual(['Scrap', 'Retire'])
  await person.click(screen.getByRole('menuitem', { name: 'Retire' }))
  const dialog = await screen.findByRole('dialog', { name: /Retire/ })
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
})

describe('an action on many that is previewed', () => {
  const previewed = defineResource('crates', {
    permission: 'shop.crate',
    fields: { number: field.text({ max: 20 }) },
    title: 'number',
    list: ['number'],
    form: ['number'],
    actions: {
      ship: { label: 'Ship', permission: 'shop.crate.ship', bulk: true, previewed: true },
    },
  })

  const openWith = async (outlook: object, call = vi.fn(async () => ({ data: outlook }))) => {
    const provider = fakeProvider({
      getList: vi.fn(async () => ({ data: rows, total: 1 })) as never,
      call: call as never,
    })
    const screens = { '/crates/*': <ResourceList resource={previewed} /> }
    const user = userWith('shop.crate.view', 'shop.crate.ship')
    const { person } = openScreens('/crates', screens, { user, provider, resources: [previewed] })
    await person.click(await screen.findByRole('checkbox', { name: /N-1/ }))
    await person.click(screen.getByRole('button', { name: 'Ship' }))
    return { provider, person, dialog: await screen.findByRole('dialog') }
  }

  const button = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Ship' })

  it('tells what would become of them before anybody agrees', async () => {
    const reasons = [
      { reason: 'Too heavy', count: 3, waits: false },
      { reason: 'No van', count: 2, waits: true },
    ]
    const outlook = { count: 9, checked: 8, done: 5, reasons }
    const { provider, dialog } = await openWith(outlook)
    const told = await within(dialog).findByRole('region', { name: 'What would become of them' })
    expect(told.textContent).toMatch(
      /5 of 9 can be done.*first 8.*Left out: Too heavy3Waits: No van2/,
    )
    expect(provider.call).toHaveBeenCalledWith(
      'POST',
      '/crates/bulk/ship/preview',
      { ids: [1] },
      expect.anything(),
    )
    expect(button(dialog).getAttribute('aria-disabled')).not.toBe('true')
  })

  it('cannot be agreed to where nothing can be done', async () => {
    const { dialog } = await openWith({ count: 1, checked: 1, done: 0, reasons: [] })
    await within(dialog).findByText(/0 of 1 can be done/)
    expect(button(dialog).getAttribute('aria-disabled')).toBe('true')
  })

  it('is counted again where the server did not answer', async () => {
    const outlook = { count: 1, checked: 1, done: 1, reasons: [] }
    const call = vi.fn(async () => ({ data: outlook }))
    call.mockRejectedValueOnce(refusal(500, 'Something went wrong'))
    const { person, dialog } = await openWith(outlook, call)
    await person.click(await within(dialog).findByRole('button', { name: 'Try again' }))
    await within(dialog).findByText(/1 of 1 can be done/)
    expect(button(dialog).getAttribute('aria-disabled')).not.toBe('true')
  })
})
