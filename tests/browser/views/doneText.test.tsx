import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { isAnswered } from '../../../src/browser/views/actions/action.ts'
import { doneOf } from '../../../src/browser/views/actions/done.ts'
import { DoneText, RefusalText } from '../../../src/browser/views/actions/DoneText.tsx'
import { fakeProvider } from './console.tsx'
import { userWith } from './fixture.ts'
import { openScreens } from './screens.tsx'

const resources = defineResources([
  defineResource('books', {
    permission: 'book',
    fields: {
      name: field.text(),
      state: field.states({ here: { lend: 'lent' }, lent: { lend_on: 'lent' } }),
    },
    title: 'name',
    list: ['name'],
    form: ['name'],
    actions: {
      copy: {
        label: 'Copy',
        permission: 'book.update',
        input: { note: field.text({ optional: true, label: 'Note' }) },
        answer: { made: field.reference('books', { optional: true, label: 'Made' }) },
        done: 'It is copied',
      },
      lend_on: {
        label: 'Lend on',
        permission: 'book.update',
        input: { note: field.text({ optional: true, label: 'Note' }) },
      },
      give_back: {
        label: 'Give back',
        permission: 'book.update',
        input: {
          reason: field.text({ optional: true, label: 'Reason' }),
          note: field.text({ optional: true, label: 'Note' }),
        },
      },
    },
  }),
])

async function toldOf(fields: string[], values: Record<string, unknown>, act = 'give_back') {
  const done = { resource: 'books', act, fields, values }
  openScreens(
    '/',
    { '/': <p data-testid="done">{<DoneText done={done} />}</p> },
    { user: userWith('book.view'), provider: fakeProvider(), resources },
  )
  return (await screen.findByTestId('done')).textContent
}

it.each([
  [['note'], {}, 'Give back: done'],
  [['reason', 'note'], { reason: 'Torn' }, 'Give back: done · Reason: Torn'],
])('what an action was given and is not told is not named either', async (fields, values, told) => {
  expect(await toldOf(fields, values)).toBe(told)
})

it.each([
  [{ reason: 'Torn', note: null }, 'Give back: done · Reason: Torn'],
  [{ reason: null, note: 'Wet' }, 'Give back: done · Note: Wet'],
  [{ reason: null, note: null }, 'Give back: done · Reason: —, Note: —'],
])('what an action was given is told without what was left empty', async (values, told) => {
  expect(await toldOf(Object.keys(values), values)).toBe(told)
})

it('what an action with words of its own answers stands in its message, and leads on', async () => {
  const [resource] = resources
  const action = { ...resource.actions?.copy, name: 'copy', label: 'Copy' }
  const target = { record: { id: 1, version: 1, labels: {} } }
  expect(isAnswered(action)).toBe(false)
  const done = doneOf({ resource, action, target }, { note: 'Torn' }, { made: 7, version: 2 })
  const { fields = [], values = {} } = done
  expect(await toldOf([...fields], values, 'copy')).toBe('It is copied · Made: #7, Note: Torn')
  expect(screen.getByRole('link', { name: '#7' }).getAttribute('href')).toBe('/books/7/show')
})

it.each([
  ['lend', 'here', {}, 'Book successfully updated · State: Lent'],
  ['lend_on', 'lent', { note: 'Late' }, 'Book successfully updated · State: Lent, Note: Late'],
])('what only sets a state is told by that: %s', async (name, state, given, told) => {
  const [resource] = resources
  const action = { ...resource.actions?.[name], name, label: name }
  const target = { record: { id: 1, version: 1, labels: {}, state } }
  const { fields = [], values = {} } = doneOf({ resource, action, target }, given, { version: 2 })
  expect(await toldOf([...fields], values, name)).toBe(told)
})

it('goes from a refusal to the record for which it was', async () => {
  const problem = {
    status: 422,
    message: 'There is one already',
    errors: {},
    data: { match: { resource: 'books', id: 9 } },
  }
  openScreens(
    '/',
    { '/': <RefusalText problem={problem} /> },
    { user: userWith('book.view'), provider: fakeProvider(), resources },
  )
  expect((await screen.findByRole('link', { name: 'Open' })).getAttribute('href')).toBe(
    '/books/9/show',
  )
})
