// @vitest-environment jsdom

import '../setup.ts'

import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { session } from '../../../src/browser/client/session/session.ts'
import { api, recordCalls, serveApi, visit } from './console.tsx'
import { everything } from './fixture.ts'

serveApi()

const files = vi.hoisted(() => ({ come: () => {} }))
vi.mock('../../../src/browser/ui/states/NoPermission.tsx', async (load) => {
  await new Promise<void>((resolve) => (files.come = resolve))
  return load()
})

it('specification 4: a permission taken away closes its screen before the files of the refusal have come', async () => {
  // A refresh would bring the permission back.
  api.answer('GET /api/profile', { hangs: true })
  visit('/library/authors', everything)
  await screen.findByText('Ada')
  // What asks anew under other permissions comes after the page.
  await waitFor(() => expect(api.callsTo('GET /api/events')).toHaveLength(1))
  const before = recordCalls().length
  const permissions = everything.filter((one) => one !== 'author.view')
  act(() => session.write({ ...session.read()!, permissions }))
  expect(screen.queryByText('Ada')).toBeNull()
  expect(await screen.findByText('Loading …')).toBeTruthy()
  expect(recordCalls().length).toBe(before)
  files.come()
  expect(await screen.findByRole('heading', { name: 'No permission' })).toBeTruthy()
})
