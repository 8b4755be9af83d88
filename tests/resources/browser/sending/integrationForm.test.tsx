import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { views } from '../../../../resources/index.browser.ts'
import { integration } from '../../../../resources/sending/integration/integration.ts'
import { settingsMark } from '../../../../resources/sending/integration/settingsFile.ts'
import { templates } from '../../../../resources/sending/integration/templates.ts'
import { ResourceCreate } from '../../../../src/browser/views/ResourceForms.tsx'
import type { Views } from '../../../../src/browser/views/resourceViews.ts'
import { openScreens } from '../../../browser/views/screens.tsx'
import { editorWithout, roleProvider } from '../roleForm.tsx'

const preview = {
  request: {
    method: 'POST',
    url: 'https://broker.example.com/leads',
    headers: { 'x-api-key': '••••' },
    body: '{"email":"test.lead@example.com"}',
  },
  faults: { 'mapping.0.value': ['There is no variable “nickname”'] },
  warnings: [{ place: 'rules', message: 'No rule knows a duplicate' }],
}

it('the form of an integration shows the call while it is typed, and a template fills it', async () => {
  const call = vi.fn(async (_method: string, path: string, _body?: unknown) => {
    if (path.endsWith('/preview')) return { data: preview }
    if (path.endsWith('/template/all')) {
      return { data: Object.entries(templates).map(([template, values]) => ({ template, values })) }
    }
    return { data: {} }
  })
  const provider = roleProvider({ call: call as never })
  const editor = editorWithout()
  const held = [
    'send.integration.view',
    'send.integration.create',
    'send.integration.secret.update',
  ]
  const { person } = openScreens(
    '/send/integration/create',
    {
      '/send/integration/create': (
        <ResourceCreate resource={integration} views={views.send_integrations as Views<any>} />
      ),
    },
    {
      user: { ...editor, permissions: new Set([...editor.permissions, ...held]) },
      provider,
      resources: [integration],
    },
  )
  const panel = await screen.findByRole(
    'region',
    { name: 'What will be sent' },
    { timeout: 45_000 },
  )
  await within(panel).findByText('POST https://broker.example.com/leads', {}, { timeout: 5_000 })
  expect(panel.textContent).toContain('Mapping 1, Value: There is no variable “nickname”')
  expect(panel.textContent).toContain('••••')
  // Nothing is wrong with what is not there yet.
  expect(panel.textContent).toContain('Choose a template')
  expect(panel.textContent).not.toContain('No rule knows a duplicate')

  expect(document.querySelector('[data-field=auth_username]')).toBeNull()
  const field = (name: string) =>
    document.querySelector<HTMLElement>(`[data-field=${name}]`) ?? document.body
  await person.click(within(field('template')).getByRole('combobox'))
  await person.click(await screen.findByText('TrackBox-like'))
  await person.click(screen.getByRole('tab', { name: 'Request' }))
  const url = () => within(field('url')).getByRole<HTMLInputElement>('textbox')
  await waitFor(() => expect(url().value).toContain('/api/signup/procform'), { timeout: 45_000 })
  expect(panel.textContent).toContain('No rule knows a duplicate')
  expect(panel.textContent).not.toContain('Choose a template')
  await waitFor(
    () => {
      const bodies = call.mock.calls.map(([, , body]) => JSON.stringify(body ?? null))
      expect(bodies.some((body) => body.includes('procform') && body.includes('firstname'))).toBe(
        true,
      )
    },
    { timeout: 45_000 },
  )

  const lastBody = () =>
    JSON.stringify(call.mock.calls.findLast(([, path]) => path.endsWith('/preview'))?.[2])
  await person.click(screen.getByRole('tab', { name: 'General' }))
  await person.click(within(field('template')).getByRole('combobox'))
  await person.click(await screen.findByText('Generic'))
  await waitFor(() => expect(lastBody()).not.toContain('procform'), { timeout: 45_000 })
  expect(lastBody()).not.toContain('addonData')
  await person.click(screen.getByRole('tab', { name: 'Request' }))

  const choose = async (text: string) =>
    person.upload(
      within(panel).getByLabelText<HTMLInputElement>('Fill from a file'),
      new File([text], 'way.json', { type: 'application/json' }),
    )
  await choose('{"url": "https://elsewhere.example.com"}')
  await screen.findByText('This is no file of an integration.')
  const settings = {
    name: 'From a file',
    url: 'https://elsewhere.example.com/in',
    total_timeout: 9,
  }
  await choose(
    JSON.stringify({ made_by: settingsMark, settings: { ...settings, state: 'active' } }),
  )
  await waitFor(() => expect(url().value).toBe(settings.url), { timeout: 45_000 })
  await person.click(screen.getByRole('tab', { name: 'General' }))
  expect(within(field('name')).getByRole<HTMLInputElement>('textbox').value).toBe('From a file')
  expect(JSON.stringify(call.mock.calls)).not.toContain('auth_secret')
}, 60_000)
