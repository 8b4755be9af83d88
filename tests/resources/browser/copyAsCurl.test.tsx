import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

import { views } from '../../../resources/index.browser.ts'
import { request } from '../../../resources/settings/request.ts'
import { ResourceShow } from '../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from '../../browser/views/console.tsx'
import { userWith } from '../../browser/views/fixture.ts'
import { openScreens } from '../../browser/views/screens.tsx'

afterEach(() => vi.restoreAllMocks())

it('the page of a request puts it on the clipboard as a command, and says so', async () => {
  const call = {
    id: 7,
    version: 1,
    direction: 'out',
    method: 'POST',
    path: 'https://broker.example/leads',
    request: { email: '[hidden]' },
  }
  const provider = fakeProvider({ getOne: (async () => ({ data: call })) as never })
  const { person } = openScreens(
    '/settings/requests/7',
    {
      '/settings/requests/:id': <ResourceShow resource={request} views={views.requests as never} />,
    },
    { user: userWith('settings.request.view'), provider, resources: [request] },
  )
  const button = await screen.findByRole('button', { name: 'Copy as curl' }, { timeout: 10_000 })
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await person.click(button)
  expect(written).toHaveBeenCalledWith(
    [
      `curl --globoff -X 'POST' 'https://broker.example/leads'`,
      `-H 'Content-Type: application/json'`,
      `--data-raw '{"email":"[hidden]"}'`,
    ].join(' \\\n  '),
  )
  expect(await screen.findByText('Copied')).toBeTruthy()
})
