import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it, vi } from 'vitest'

import { lead } from '../../../../resources/leads/lead/lead.ts'
import { integration } from '../../../../resources/sending/integration/integration.ts'
import { TestForm } from '../../../../resources/sending/integration/views/TestForm.tsx'
import { HttpFailure, unavailable } from '../../../../src/browser/client/http/httpFailure.ts'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { isAskedByBrowser, openScreens } from '../../../browser/views/screens.tsx'

/** Of an integration that makes its calls of nothing yet. */
const providing: typeof fakeProvider = (more) =>
  fakeProvider({
    getOne: (async () => ({ data: { id: 3, rules: [], mapping: [] } })) as never,
    ...more,
  })

function openForm(provider: ReturnType<typeof fakeProvider>, ...more: string[]) {
  const form = { request: { target: { record: { id: 3 } } }, onClose: () => {} } as never
  const user = userWith('send.integration.view', 'send.integration.test', ...more)
  const screens = { '/test': createElement(TestForm, form) }
  return openScreens('/test', screens, { user, provider, resources: [lead, integration] })
}

it('a test call is made with values that somebody types in the place of the lead’s own', async () => {
  const call = vi.fn(
    async (_method: string, path: string, _body?: unknown, _options?: { key?: string }) => ({
      data: path.endsWith('/test')
        ? { send: 1, outcome: { outcome: 'success' }, rows: [], proposal: [] }
        : { faults: {}, warnings: [] },
    }),
  )
  const provider = providing({
    call: call as never,
    getList: (async () => ({ data: [{ id: 7, first_name: 'Test' }], total: 1 })) as never,
  })
  const { person } = openForm(provider, 'lead.view')
  await person.click(await screen.findByRole('button', { name: 'Type other values' }))
  await person.type(screen.getByLabelText('E-mail'), 'bad@example')
  await person.type(screen.getByLabelText('First name'), 'Ann')
  // B4: neither a reload nor the end of the session takes what is typed without a question.
  expect(isAskedByBrowser()).toBe(true)
  const body = { lead: 7, typed: { email: 'bad@example', first_name: 'Ann' } }
  await waitFor(
    () =>
      expect(call).toHaveBeenCalledWith(
        'POST',
        '/send/integration/3/preview',
        body,
        expect.anything(),
      ),
    { timeout: 3_000 },
  )
  await person.clear(screen.getByLabelText('First name'))
  await person.click(screen.getByRole('button', { name: 'Make the call' }))
  await screen.findByText('Success')
  expect(isAskedByBrowser()).toBe(false)
  const tests = () => call.mock.calls.filter(([, path]) => path.endsWith('/test'))
  expect(tests()[0]?.[2]).toEqual({ lead: 7, typed: { email: 'bad@example' } })
  // F13: clicked twice it is one call; the next is another.
  await person.click(screen.getByRole('button', { name: 'Once more' }))
  await person.click(screen.getByRole('button', { name: 'Make the call' }))
  await screen.findByText('Success')
  const keys = tests().map(([, , , options]) => options?.key)
  expect(new Set(keys.filter((key) => /^[\da-f]{32}$/.test(key ?? ''))).size).toBe(2)
})

it('whatever the call is made of can be typed, and nothing else', async () => {
  const call = vi.fn(async () => ({ data: { faults: {}, warnings: [] } }))
  const record = {
    id: 3,
    rules: [],
    url: 'https://broker.example/{{ funnel }}?s={{source.name}}',
    headers: [{ name: 'X-City', value: '{{city}}' }],
    body_template: null,
    mapping: [
      { kind: 'field', value: 'date_of_birth' },
      { kind: 'field', value: 'country' },
      { kind: 'template', value: '{{first_name}} {{zip}}' },
      { kind: 'constant', value: 'comment' },
    ],
  }
  const getOne = (async () => ({ data: record })) as never
  const { person } = openForm(providing({ call: call as never, getOne }))
  await person.click(await screen.findByRole('button', { name: 'Type other values' }))
  await waitFor(() => expect(screen.getByLabelText('Funnel')).toBeTruthy())
  const four = ['First name', 'Last name', 'E-mail', 'Phone']
  expect(screen.getAllByRole('textbox')).toHaveLength(four.length + 4)
  for (const name of [...four, 'Date of birth', 'City', 'ZIP', 'Funnel']) {
    expect(screen.getByLabelText(name)).toBeTruthy()
  }
})

it('a call that could not be shown beforehand is asked for again', async () => {
  const request = { method: 'POST', url: 'https://acme.example', headers: {}, body: '' }
  const call = vi.fn(async () => ({ data: { request } }))
  call.mockRejectedValueOnce(new HttpFailure(500, unavailable))
  const { person } = openForm(providing({ call: call as never }))
  await person.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 45_000 }))
  expect(await screen.findByText(/acme\.example/)).toBeTruthy()
})

it('test leads that could not be read are asked for again, and none is made in their place', async () => {
  const getList = vi.fn(async () => ({ data: [{ id: 7, first_name: 'Ann' }], total: 1 }))
  getList.mockRejectedValueOnce(new HttpFailure(404, unavailable))
  const provider = providing({
    call: (async () => ({ data: {} })) as never,
    getList: getList as never,
  })
  const { person } = openForm(provider, 'lead.view')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/There is no test lead yet/)).toBeNull()
  const call = () => screen.getByRole('button', { name: 'Make the call' })
  expect(call().getAttribute('aria-disabled')).toBe('true')
  await person.click(again)
  expect(await screen.findByText('Ann #7')).toBeTruthy()
  expect(call().getAttribute('aria-disabled')).toBe('false')
})

it.each([
  [['settings.source.create'], '/settings/sources/create'],
  [[], undefined],
])('without a source, those with %j go on to make one', async (permissions, href) => {
  const message = 'There is no source yet that a test lead could come from.'
  const refusal = new HttpFailure(409, message, { errors: { source: message } })
  const call = vi.fn(async (_method: string, path: string) => {
    if (path.endsWith('/test')) throw refusal
    return { data: { faults: {}, warnings: [] } }
  })
  const { person } = openForm(providing({ call: call as never }), ...permissions)
  await person.click(await screen.findByRole('button', { name: 'Make the call' }))
  const told = await screen.findByText(/There is no source yet/)
  expect(screen.queryByRole('link', { name: 'New source' })?.getAttribute('href')).toBe(href)
  expect(told.textContent?.includes('Ask somebody')).toBe(href === undefined)
})
