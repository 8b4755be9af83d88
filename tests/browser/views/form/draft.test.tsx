import { cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'

import { extend } from '#schema'

import { PageError } from '../../../../src/browser/ui/states/messagePages.tsx'
import { ResourceEdit } from '../../../../src/browser/views/ResourceForms.tsx'
import { fakeProvider, fewFields, visit } from '../console.tsx'
import { everything, lamp, resources, thing, userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const kept = () => sessionStorage.getItem('leadgate.draft')
const text = () => screen.findByLabelText<HTMLInputElement>(/^Text/)

beforeEach(() => sessionStorage.clear())

const visitFew = (path: string, more: Parameters<typeof visit>[1] = {}) =>
  visit(path, { ...more, form: fewFields })

/** A reload of the tab: everything goes but what storage holds, and nothing is told. */
async function typeAndReload(path: string) {
  const { person } = visitFew(path)
  await person.type(await text(), ' two')
  await waitFor(() => expect(kept()).toContain('two'))
  const stored = kept() ?? ''
  cleanup()
  sessionStorage.setItem('leadgate.draft', stored)
  // The state of the page is that of the storage, as when it is loaded.
  window.dispatchEvent(new StorageEvent('storage', { key: 'leadgate.draft', newValue: stored }))
}

it('what is typed is back after a reload, and is saved', async () => {
  await typeAndReload('/page/7/edit')
  const { person, provider } = visitFew('/page/7/edit')
  expect((await text()).value).toBe('A small lamp two')
  expect(screen.getByText(/is back in the form/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(provider.update).toHaveBeenCalledWith(
      'things',
      expect.objectContaining({ data: { text: 'A small lamp two', version: 3 } }),
    ),
  )
  await waitFor(() => expect(kept()).toBeNull())
})

it('what is back can be thrown away', async () => {
  await typeAndReload('/page/7/edit')
  const { person } = visitFew('/page/7/edit')
  await person.click(await screen.findByRole('button', { name: 'Discard it' }))
  expect((await text()).value).toBe('A small lamp')
  await waitFor(() => expect(kept()).toBeNull())
})

it('nothing is brought back to another person, another record, or over another value', async () => {
  await typeAndReload('/page/7/edit')
  visitFew('/page/7/edit', { user: { ...userWith(...everything), id: 77 } })
  expect((await text()).value).toBe('A small lamp')
  cleanup()
  await typeAndReload('/page/7/edit')
  const changed = fakeProvider({
    getOne: (async () => ({ data: { ...lamp(), text: 'Torch', version: 4 } })) as never,
  })
  visitFew('/page/7/edit', { provider: changed })
  expect((await text()).value).toBe('Torch')
})

it('what was saved is not back in the form of another one', async () => {
  const { person, provider } = visitFew('/store/things/create')
  await person.type(await text(), 'A small lamp')
  await waitFor(() => expect(kept()).toContain('A small lamp'))
  await person.click(screen.getByRole('button', { name: 'Save and add another' }))
  await waitFor(() => expect(provider.create).toHaveBeenCalled())
  await waitFor(async () => expect((await text()).value).toBe(''))
  expect(kept()).toBeNull()
  expect(screen.queryByText(/is back in the form/)).toBeNull()
})

it('a form that is left takes it along', async () => {
  const { person } = visitFew('/store/things/create')
  await person.type(await text(), 'A small lamp')
  await waitFor(() => expect(kept()).toContain('A small lamp'))
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  await person.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(kept()).toBeNull())
})

/** A part of a form whose file is gone, as after a new release. */
function Gone() {
  const [error, setError] = useState<Error>()
  if (error) throw error
  const load = () => {
    const payload = new TypeError('Failed to fetch dynamically imported module')
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    setError(payload)
  }
  return (
    <button type="button" onClick={load}>
      More
    </button>
  )
}

it('a page whose files are gone loads itself anew, once, and keeps what was typed', async () => {
  const problems = vi.spyOn(console, 'error')
  const few = extend(thing, { fields: {}, form: fewFields })
  const form = <ResourceEdit resource={few} views={{ formSection: Gone } as never} />
  const around = { user: userWith(...everything), provider: fakeProvider(), resources }
  const open = () =>
    openScreens('/page/7/edit', { '/page/:id/edit': form }, { ...around, broken: <PageError /> })
  const { person } = open()
  await person.type(await text(), ' two')
  await waitFor(() => expect(kept()).toContain('two'))
  await person.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByRole('heading', { name: 'This page did not load' })).toBeTruthy()
  await waitFor(() => expect(loadedAnew()).toBeGreaterThan(Date.now() - 10_000))
  expect(kept()).toContain('two')
  const first = loadedAnew()
  cleanup()
  const again = open()
  await again.person.click(await screen.findByRole('button', { name: 'More' }))
  expect(await screen.findByRole('button', { name: 'Load the page again' })).toBeTruthy()
  expect(loadedAnew()).toBe(first)
  problems.mockClear()
})

const loadedAnew = () => Number(sessionStorage.getItem('leadgate.loadedAnew'))
