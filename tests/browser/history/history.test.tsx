import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { api, serveApi, visit } from '../shell/console.tsx'

serveApi()

const mayEdit = ['author.view', 'author.update']

const history = {
  body: {
    data: [
      {
        kind: 'change',
        id: 12,
        at: '2026-11-20T10:00:00Z',
        action: 'update',
        version: 2,
        user: { id: 7, label: 'Grace' },
        changes: [
          { field: 'name', before: 'Augusta', after: 'Ada' },
          { field: 'slug', before: 'augusta', after: 'ada' },
        ],
        note: 'Applied rule #3',
      },
      {
        kind: 'change',
        id: 11,
        at: '2026-11-19T10:00:00Z',
        action: 'create',
        version: 1,
        user: null,
        changes: [{ field: 'name', before: null, after: 'Augusta' }],
      },
    ],
    meta: { next: null, labels: {} },
  },
}

async function openHistory(permissions: readonly string[]) {
  api.answer('GET /api/library/author/3/timeline', history)
  const visited = visit('/library/authors/3/show', permissions)
  await visited.person.click(await screen.findByRole('button', { name: 'What changed' }))
  return visited
}

it('tells who changed what, with the values before and after', async () => {
  await openHistory(mayEdit)
  const [update, create] = await screen.findAllByRole('listitem')
  expect(update?.textContent).toContain('Grace changed it')
  expect(within(update!).getByText('Augusta').closest('del')).toBeTruthy()
  expect(within(update!).getByText('Ada').closest('ins')).toBeTruthy()
  expect(within(update!).getByText('Applied rule #3')).toBeTruthy()
  expect(create?.textContent).toContain('The system created it')
  expect(within(create!).getByText('empty').closest('del')).toBeTruthy()
})

it('names the first of many fields that were taken out, and the others once they are asked for', async () => {
  const [, create] = history.body.data
  const fields = ['name', 'slug', ...Array.from({ length: 10 }, (_, n) => `other_${n}`)]
  const entry = { ...create, id: 16, action: 'export', changes: [], disclosed: { fields } }
  const { person } = visit('/library/authors/3/show', mayEdit)
  api.answer('GET /api/library/author/3/timeline', {
    body: { data: [entry], meta: history.body.meta },
  })
  await person.click(await screen.findByRole('button', { name: 'What changed' }))
  expect((await screen.findByRole('heading', { level: 3 })).textContent).toMatch(
    /exported it: Name, .*, other.2, 7 others /i,
  )
  const others = screen.getByText('Which others').closest('details')
  expect(others?.textContent).toMatch(/other.3, .*other.9/i)
})

it('tells at whose word the system did it, as far as its reader may know', async () => {
  const [, create] = history.body.data
  const by = { resource: 'authors', id: 4, label: 'Mill' }
  const data = [
    { ...create, id: 15, action: 'update', by },
    { ...create, id: 14, action: 'update', by: null },
  ]
  const { person } = visit('/library/authors/3/show', mayEdit)
  api.answer('GET /api/library/author/3/timeline', { body: { data, meta: history.body.meta } })
  await person.click(await screen.findByRole('button', { name: 'What changed' }))
  const items = await screen.findAllByRole('listitem')
  expect(items[0]?.textContent).toContain('Mill changed it')
  expect(items[1]?.textContent).toContain('Another system changed it')
})

it('tells of a yes-or-no that had no value before only where it is yes', async () => {
  const [, create] = history.body.data
  const born = (after: boolean) => ({
    ...create,
    id: after ? 14 : 13,
    changes: [{ field: 'is_active', before: null, after }],
  })
  const answer = { body: { ...history.body, data: [born(true), born(false)] } }
  api.answer('GET /api/library/author/3/timeline', answer)
  const { person } = visit('/library/authors/3/show', mayEdit)
  await person.click(await screen.findByRole('button', { name: 'What changed' }))
  const [yes, no] = await screen.findAllByRole('listitem')
  expect(within(yes!).getByText('No').closest('del')).toBeTruthy()
  expect(within(yes!).getByText('Yes').closest('ins')).toBeTruthy()
  expect(no?.querySelector('dl')).toBeNull()
})

it('tells of what counts by itself only once it counts', async () => {
  const [, create] = history.body.data
  const counted = (id: number, before: number | null, after: number) => ({
    ...create,
    id,
    changes: [{ field: 'copies', before, after }],
  })
  const answer = { body: { ...history.body, data: [counted(14, 0, 2), counted(13, null, 0)] } }
  api.answer('GET /api/library/author/3/timeline', answer)
  const { person } = visit('/library/authors/3/show', mayEdit)
  await person.click(await screen.findByRole('button', { name: 'What changed' }))
  const [later, first] = await screen.findAllByRole('listitem')
  expect(within(later!).getByText('2').closest('ins')).toBeTruthy()
  expect(first?.querySelector('dl')).toBeNull()
})

it('tells an act that changed no field in its heading alone', async () => {
  const [{ changes: _none, ...line } = {} as never] = history.body.data
  const act = { ...line, action: 'praise', changes: [] }
  api.answer('GET /api/library/author/3/timeline', {
    body: { ...history.body, data: [act] },
  })
  const { person } = visit('/library/authors/3/show', mayEdit)
  await person.click(await screen.findByRole('button', { name: 'What changed' }))
  const item = await screen.findByRole('listitem')
  expect(within(item).getByRole('heading').textContent).toContain('Grace: praise')
  expect(item.querySelector('dl')).toBeNull()
})

it('tells who was shown what, and that alone where the fields are forgotten', async () => {
  const shown = { kind: 'change', at: '2026-11-21T10:00:00Z', action: 'reveal', version: null }
  const data = [
    {
      ...shown,
      id: 14,
      user: { id: 7, label: 'Grace' },
      changes: [],
      disclosed: { fields: ['name'] },
    },
    { ...shown, id: 13, user: { id: 8, label: 'Alan' }, changes: [], disclosed: { fields: [] } },
  ]
  const { person } = visit('/library/authors/3/show', mayEdit)
  api.answer('GET /api/library/author/3/timeline', { body: { data, meta: history.body.meta } })
  await person.click(await screen.findByRole('button', { name: 'What changed' }))
  const [named, forgotten] = await screen.findAllByRole('heading', { name: /was shown/ })
  expect(named?.textContent).toMatch(/^Grace was shown: Name /)
  expect(forgotten?.textContent).toMatch(/^Alan was shown Nov /)
})

it('is asked for when it is opened, not before', async () => {
  const { person } = visit('/library/authors/3/show', mayEdit)
  const button = await screen.findByRole('button', { name: 'What changed' })
  expect(api.callsTo('GET /api/library/author/3/timeline')).toEqual([])
  await person.click(button)
  await waitFor(() => expect(api.callsTo('GET /api/library/author/3/timeline')).toHaveLength(1))
})

it('H2: has the server revert what the user may set, on the version that was looked at', async () => {
  api.answer('POST /api/library/author/3/revert', { body: { data: { id: 3, version: 2 } } })
  const { person } = await openHistory(mayEdit)
  const buttons = await screen.findAllByRole('button', { name: /^Revert/ })
  expect(buttons).toHaveLength(1)
  await person.click(buttons[0]!)
  await screen.findByText('Author successfully updated')
  const [call] = api.callsTo('POST /api/library/author/3/revert')
  expect(call?.body).toEqual({ entry: 12, version: 1 })
})

it('offers no way back to who may not edit', async () => {
  await openHistory(['author.view'])
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Revert/ })).toBeNull()
})

it('says why a revert was refused', async () => {
  api.answer('POST /api/library/author/3/revert', {
    status: 409,
    body: { message: 'Changed by someone else.' },
  })
  const { person } = await openHistory(mayEdit)
  await person.click(await screen.findByRole('button', { name: /^Revert/ }))
  expect(await screen.findByText('Changed by someone else.')).toBeTruthy()
})

it('L10: the audit log links to the record of an act, names what it changed, and shows both values', async () => {
  const changes = [{ field: 'name', before: 'Augusta', after: 'Ada' }]
  const entry = { id: 9, created_at: '2026-11-20T10:00:00Z', version: 1, labels: {} }
  const failed = {
    ...entry,
    action: 'login_failed',
    resource: null,
    record: null,
    detail: { is_open: true, changes: [], facts: { email: 'nobody@example.com', masked: [] } },
  }
  const changed = {
    ...entry,
    id: 8,
    action: 'update',
    resource: 'authors',
    record: 3,
    detail: { is_open: true, changes, facts: {} },
  }
  api.answer('GET /api/audit/search', {
    body: { data: [failed, changed], meta: { total: 2, total_is: 'exact' } },
  })
  api.answer('GET /api/audit/8', { body: { data: changed } })
  const { person } = visit('/audit', ['audit.view', ...mayEdit])
  expect((await screen.findByRole('link', { name: '#3' })).getAttribute('href')).toBe(
    '/library/authors/3/show',
  )
  expect(screen.getByRole('cell', { name: 'Name' })).toBeTruthy()
  expect(screen.getByTitle('E-mail: nobody@example.com · Masked columns: None')).toBeTruthy()
  await person.click(screen.getByRole('link', { name: 'Changed' }))
  // On a slow machine the bar of what may be undone names it as well.
  await screen.findByText('Augusta', { selector: 'del, del *' })
  await screen.findByRole('heading', { name: /^Changed/ })
  expect(screen.queryByRole('button', { name: 'What changed' })).toBeNull()
})

it('the audit log names the records that changes and filters point at', async () => {
  const entry = { created_at: '2026-11-20T10:00:00Z', version: 1, labels: {}, resource: 'books' }
  const changes = [{ field: 'author', before: 3, after: null }]
  const facts = { author: 3, filter: { author: '3,4', title: 'Notes' }, columns: ['author'] }
  const told = {
    ...entry,
    id: 8,
    record: 5,
    action: 'update',
    detail: { is_open: true, changes, facts },
  }
  api.answer('GET /api/audit/8', { body: { data: told } })
  api.answer('GET /api/library/author/options', { body: { data: [{ id: 3, label: 'Ada' }] } })
  const line = { ...told, detail: { ...told.detail, changes: [] } }
  api.answer('GET /api/audit/search', {
    body: { data: [line], meta: { total: 1, total_is: 'exact' } },
  })
  const { person } = visit('/audit', ['audit.view', 'author.view', 'book.view'])
  expect(await screen.findByTitle(/Filter: Author = Ada, #4 .*Columns: Author/)).toBeTruthy()
  await person.click(screen.getByRole('link', { name: 'Changed' }))
  await screen.findByText('Ada', { selector: 'del, del *' })
  expect(screen.getByText(/Author = Ada, #4 \(not found\)/)).toBeTruthy()
  expect(screen.getByText('Author:').parentElement?.textContent).toBe('Author: Ada')
})

it('calls what an action was given as the inputs of the action are called', async () => {
  const facts = { note: 'Second run', size: 'l', rows: 3, filter: {} }
  const told = {
    id: 8,
    created_at: '2026-11-20T10:00:00Z',
    version: 1,
    labels: {},
    resource: 'books',
    record: 5,
    action: 'reprint',
    detail: { is_open: true, changes: [], facts },
  }
  api.answer('GET /api/audit/8', { body: { data: told } })
  api.answer('GET /api/audit/search', {
    body: { data: [told], meta: { total: 1, total_is: 'exact' } },
  })
  const { person } = visit('/audit', ['audit.view', 'book.view'])
  expect(
    await screen.findByTitle('Printer’s note: Second run · Size: Large · Rows: 3 · Filter: None'),
  ).toBeTruthy()
  await person.click(screen.getByRole('link', { name: 'reprint' }))
  await screen.findByRole('heading', { name: /^reprint/ })
  expect(screen.getByText('Printer’s note:').parentElement?.textContent).toContain('Second run')
  expect(screen.getByText('Size:').parentElement?.textContent).toBe('Size: Large')
})
