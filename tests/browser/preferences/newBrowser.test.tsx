import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

import { store } from '../../../src/browser/client/storage/store.ts'
import { api, recordCalls, serveApi, visit } from '../shell/console.tsx'
import { everything } from '../shell/fixture.ts'

serveApi()

const path = 'GET /api/profile/preferences'
const user = { id: 5 }

const pause = (time: number) => act(() => new Promise((resolve) => setTimeout(resolve, time)))
const list = () => screen.queryByRole('heading', { level: 1, name: 'Authors' })

/** The console's patience of a second lasts for ever: a machine that stands still must not look like its end. */
const lastsForEver = () => {
  const start = globalThis.setTimeout
  const stretched = (run: () => void, time?: number, ...values: unknown[]) =>
    start(run, time === 1_000 ? 2 ** 30 : time, ...(values as []))
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(stretched as typeof setTimeout)
}
afterEach(() => void vi.restoreAllMocks())

it('draws nothing in a browser that is new to a user before their preferences are known', async () => {
  let tell = () => {}
  const told = new Promise<void>((resolve) => (tell = resolve))
  api.answer(path, async () => {
    await told
    return { body: { data: { density: 'dense' } } }
  })
  lastsForEver()
  visit('/library/authors', everything, user)
  await pause(300)
  expect(list()).toBeNull()
  expect(recordCalls()).toEqual([])
  tell()
  expect(await screen.findByText('Ada')).toBeTruthy()
  expect(store.getItem('density')).toBe('dense')
})

it('waits for them no longer than a second', async () => {
  api.answer(path, { hangs: true })
  visit('/library/authors', everything, user)
  expect(await screen.findByText('Ada')).toBeTruthy()
})

it('waits for nothing in a browser that the user has worked in', async () => {
  api.answer(path, { hangs: true })
  window.localStorage.setItem('leadgate.preferences.owner', '5')
  lastsForEver()
  visit('/library/authors', everything, user)
  expect(await screen.findByText('Ada')).toBeTruthy()
})
