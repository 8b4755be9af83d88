import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { Resource } from '#schema'

import { integrationViews } from '../../../../resources/sending/integration/integration.browser.tsx'
import { integration } from '../../../../resources/sending/integration/integration.ts'
import { integrationSecret } from '../../../../resources/sending/integration/integrationSecret.ts'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { ResourceShow } from '../../../../src/browser/views/ResourceShow.tsx'
import type { Views } from '../../../../src/browser/views/resourceViews.ts'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

it('one way copies an integration: the one that gives the copy an address of its own for postbacks', async () => {
  const one = { id: 7, version: 1, name: 'UK desk', state: 'active' }
  const provider = fakeProvider({ getOne: (async () => ({ data: one })) as never })
  const permissions = ['view', 'create', 'activate', 'sync', 'update', 'delete']
  const { person } = openScreens(
    '/send/integration/7',
    { '/send/integration/:id': <ResourceShow resource={integration} /> },
    {
      user: userWith(...permissions.map((right) => `send.integration.${right}`)),
      provider,
      resources: [integration],
    },
  )
  const menu = await screen.findByRole('button', { name: 'Actions for UK desk' })
  const buttons = screen.getAllByRole('button')
  await person.click(menu)
  const offered = [...buttons, ...(await screen.findAllByRole('menuitem'))]
  const copies = offered.map((one) => one.textContent).filter((text) => /Copy|Duplicate/.test(text))
  expect(copies).toEqual(['Copy'])
})

it.each([
  ['active', 1],
  ['archived', 0],
])('what is %s is asked for statuses, or is not', async (state, count) => {
  const one = { id: 7, version: 1, name: 'UK desk', state, pull_mode: 'window' }
  const { person } = openScreens(
    '/send/integration/7',
    { '/send/integration/:id': <ResourceShow resource={integration} /> },
    {
      user: userWith(...['view', 'create', 'sync'].map((right) => `send.integration.${right}`)),
      provider: fakeProvider({ getOne: (async () => ({ data: one })) as never }),
      resources: [integration],
    },
  )
  const copy = await screen.findByRole('button', { name: /^(Copy|Actions for UK desk)$/ })
  const menu = screen.queryByRole('button', { name: 'Actions for UK desk' })
  if (menu) await person.click(menu)
  expect(copy).toBeTruthy()
  expect(screen.queryAllByText('Ask for statuses now')).toHaveLength(count)
})

it('what is archived is not offered for a change', async () => {
  const one = { id: 7, version: 1, name: 'UK desk', state: 'archived' }
  openScreens(
    '/send/integration/7',
    { '/send/integration/:id': <ResourceShow resource={integration} /> },
    {
      user: userWith(...['view', 'create', 'update'].map((right) => `send.integration.${right}`)),
      provider: fakeProvider({ getOne: (async () => ({ data: one })) as never }),
      resources: [integration],
    },
  )
  await screen.findByRole('button', { name: 'Copy' })
  expect(screen.queryByText('Edit')).toBeNull()
})

it.each([
  ['open', false, ['Edit', 'Delete']],
  ['archived', true, ['Open']],
])('the secret headers of what is %s offer what can be done', async (_, is_archived, offered) => {
  const one = { id: 3, version: 1, name: 'x-api-key', integration: 7, is_archived, labels: {} }
  const { person } = openScreens(
    '/send/integration/secrets',
    { '/send/integration/secrets/*': <ResourceList resource={integrationSecret} /> },
    {
      user: userWith('send.integration.view', 'send.integration.secret.update'),
      provider: fakeProvider({ getList: (async () => ({ data: [one], total: 1 })) as never }),
      resources: [integration, integrationSecret],
    },
  )
  await person.click(await screen.findByRole('button', { name: 'Actions for x-api-key' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(offered)
})

it('says over all tabs whether leads go through it, and why not', async () => {
  const one = {
    id: 7,
    version: 1,
    name: 'UK desk',
    state: 'auto_paused',
    pause_reason: '10 errors in a row',
    push_active: false,
    environment: 'test',
    revision: 4,
  }
  const views = integrationViews as Views<Resource>
  openScreens(
    '/send/integration/7#versions',
    { '/send/integration/:id': <ResourceShow resource={integration} views={views} /> },
    {
      user: userWith('send.integration.view'),
      provider: fakeProvider({
        getOne: (async () => ({ data: one })) as never,
        getList: (async () => ({ data: [], total: 0 })) as never,
      }),
      resources: [integration],
    },
  )
  const head = await screen.findByRole('list', { name: 'How the integration stands' })
  expect(
    within(head)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Auto paused 10 errors in a row', 'Sends no leads', 'Test leads only', 'Version 4'])
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Versions')
})
