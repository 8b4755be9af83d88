import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { DoneText } from '../../../src/browser/views/actions/DoneText.tsx'
import { fakeProvider } from './console.tsx'
import { userWith } from './fixture.ts'
import { openScreens } from './screens.tsx'

const resources = defineResources([
  defineResource('books', {
    permission: 'book',
    fields: { name: field.text() },
    title: 'name',
    list: ['name'],
    form: ['name'],
    actions: {
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

async function toldOf(fields: string[], values: Record<string, unknown>) {
  const done = { resource: 'books', act: 'give_back', fields, values }
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
