import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import type { Field, Resource } from '#schema'

import { integrationViews } from '../../../../resources/sending/integration/integration.browser.tsx'
import { mappingRow, ruleRow } from '../../../../resources/sending/integration/fields/rows.ts'
import { integration } from '../../../../resources/sending/integration/integration.ts'
import { Versions } from '../../../../resources/sending/integration/views/Versions.tsx'
import { HttpFailure, unavailable } from '../../../../src/browser/client/http/httpFailure.ts'
import { localizeResource } from '../../../../src/browser/client/i18n/localizeResource.ts'
import { ActionProvider } from '../../../../src/browser/views/actions/ActionProvider.tsx'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import type { Views } from '../../../../src/browser/views/resourceViews.ts'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'
import { editorWithout, roleProvider } from '../roleForm.tsx'

it('a version says who saved it, when, and what that changed', async () => {
  const version = (number: number, url: string) => ({
    id: number,
    number,
    created_at: `2026-05-0${number}T10:20:30Z`,
    content: { url },
    labels: { user: { label: `Imre ${number}` } },
  })
  const rows = [version(2, 'https://new.example'), version(1, 'https://old.example')]
  const newest = await newestOf(rows)
  expect(newest?.textContent).toContain('Imre 2')
  expect(newest?.textContent).toMatch(/May 02, 2026.*10:20:30/)
  expect(newest?.textContent).toContain('− https://old.example')
  expect(newest?.textContent).toContain('+ https://new.example')
})

it('a version shows rows as words, and a rule that was added twice', async () => {
  const rule = ruleRow({ path: 'success', test: 'false', outcome: 'rejected' })
  const mapping = [mappingRow({ target: 'mail', value: 'email', required: true })]
  const version = (number: number, content: object) => ({
    id: number,
    number,
    created_at: `2026-05-0${number}T10:20:30Z`,
    content,
  })
  const rows = [version(2, { rules: [rule, rule], mapping }), version(1, { rules: [rule] })]
  const text = (await newestOf(rows))?.textContent
  expect(text).toContain('+ Value in JSON success is false → Rejected')
  expect(text).not.toContain('− Value')
  expect(text).toContain(
    'Name at the broker: mail, Kind: Field of the lead, Value: email, Required',
  )
  expect(text).not.toContain('{')
})

it('a version is told in the words of the form, in the language of the user', async () => {
  const translate = (key: string, { _: text }: { _?: string } = {}) => `${text ?? key} (x)`
  const localized = localizeResource(integration, translate as never)
  const rows = [
    versionOf(2, { environment: 'test', push_active: false, url: null }),
    versionOf(1, { environment: 'live', push_active: true, url: 'https://a.example' }),
  ]
  const text = (await newestOf(rows, { resources: [localized] }))?.textContent
  expect(text).toContain('Environment (x)− Live (x)\n+ Test (x)')
  expect(text).toContain('− Yes\n+ No')
  expect(text).toContain('− https://a.example\n+ —')
})

it('the way back asks first, and says where sending stops', async () => {
  const rows = [
    versionOf(3, { url: 'https://new.example', retry_attempts: 2 }),
    versionOf(2, { url: 'https://new.example', retry_attempts: 5 }),
    versionOf(1, { url: 'https://old.example', retry_attempts: 5 }),
  ]
  const call = vi.fn(async () => ({ data: {} }))
  const { person } = openVersions(rows, { call })
  const rollBack = async (number: number) => {
    const part = (await screen.findByText(`Version ${number}`)).closest('section')
    await person.click(within(part ?? document.body).getByRole('button', { name: 'Roll back' }))
    return within(await screen.findByRole('dialog'))
  }
  const whole = await rollBack(1)
  expect(await whole.findByText(/Sending stops until/)).toBeTruthy()
  await person.click(whole.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(call).not.toHaveBeenCalled()

  const retries = await rollBack(2)
  await retries.findByText(/becomes the newest again/)
  expect(retries.queryByText(/Sending stops/)).toBeNull()
  await person.click(retries.getByRole('button', { name: 'Roll back' }))
  await waitFor(() => expect(call).toHaveBeenCalledWith('POST', '/send/integration/3/rollback/2'))
  expect(await screen.findByText(/What it sends is as it was tested/)).toBeTruthy()
})

it('the way back from the menu of a row asks for a version by when it was saved and by whom', async () => {
  const rows = [
    versionOf(3, { name: 'UK', url: 'https://new.example' }),
    {
      ...versionOf(2, { name: 'UK', url: 'https://old.example' }),
      labels: { user: { label: 'Imre' } },
    },
    versionOf(1, { name: 'First', url: 'https://first.example' }),
  ]
  const call = vi.fn(async () => ({ data: [] }))
  const one = { id: 3, version: 1, name: 'UK', state: 'active', revision: 3, labels: {} }
  const provider = fakeProvider({
    getList: (async (name: string) => {
      const data = name === 'integration_versions' ? rows : [one]
      return { data, total: data.length }
    }) as never,
    call: call as never,
  })
  const views = integrationViews as Views<Resource>
  const { person } = openScreens(
    '/send/integration/search',
    { '/send/integration/*': <ResourceList resource={integration} views={views} /> },
    {
      user: userWith('send.integration.view', 'send.integration.update'),
      provider,
      resources: [integration],
      views: { send_integrations: views },
    },
  )
  await person.click(await screen.findByRole('button', { name: 'Actions for UK' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Roll back' }))
  const dialog = within(await screen.findByRole('dialog'))
  const chosen = await dialog.findByRole('combobox', { name: 'To version' })
  expect(chosen.textContent).toMatch(/^Version 2 · May 02, 2026.*10:20:30 · Imre$/)
  expect(dialog.getByText(/Sending stops until/)).toBeTruthy()

  await person.click(chosen)
  const [, first] = await screen.findAllByRole('option')
  await person.click(first ?? document.body)
  expect(await dialog.findByText(/\+ https:\/\/first.example/)).toBeTruthy()
  expect(dialog.queryByText(/First/), 'its name stays').toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Roll back' }))
  await waitFor(() => expect(call).toHaveBeenCalledWith('POST', '/send/integration/3/rollback/1'))
})

it('versions that could not be read are asked for again', async () => {
  const getList = vi.fn(async () => ({ data: [versionOf(1, {})], total: 1 }))
  getList.mockRejectedValueOnce(new HttpFailure(500, unavailable))
  const { person } = openVersions([], { getList })
  await person.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 45_000 }))
  expect(await screen.findByText('Version 1')).toBeTruthy()
})

const versionOf = (number: number, content: object) => ({
  id: number,
  number,
  created_at: `2026-05-0${number}T10:20:30Z`,
  content,
})

/** The newest of two versions on their page. */
async function newestOf(rows: readonly object[], around: Around = {}) {
  openVersions(rows, around)
  return (await screen.findByText('Version 2')).closest('section')
}

interface Around {
  readonly resources?: readonly Resource[]
  readonly call?: unknown
  readonly getList?: unknown
}

function openVersions(rows: readonly object[], around: Around) {
  const { resources = [integration], call, getList } = around
  const provider = roleProvider({
    getList: getList ?? (async () => ({ data: rows, total: rows.length })),
    ...(call !== undefined && { call }),
  } as never)
  const editor = editorWithout()
  const permissions = new Set([...editor.permissions, 'send.integration.update'])
  const page = (
    <ActionProvider>
      <Versions record={{ id: 3, state: 'active' } as never} />
    </ActionProvider>
  )
  return openScreens(
    '/send/integration/3',
    { '/send/integration/3': page },
    { user: { ...editor, permissions }, provider, resources },
  )
}

it('no two places of an integration are called the same, where only their names are told', () => {
  const labels = Object.entries<Field>(integration.fields).map(
    ([name, { options }]) => options.label ?? name,
  )
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
})
