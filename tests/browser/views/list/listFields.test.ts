import { expect, it } from 'vitest'

import { defineResource, field } from '#schema'

import { readableFields } from '../../../../src/browser/client/records/permitted.ts'
import { listFields } from '../../../../src/browser/views/list/listRequest.ts'
import { importRecordOf } from '../../../../src/system/import/import.ts'
import { systemViews } from '../../../../src/system/index.browser.ts'
import { userWith } from '../../../fixtures/user.ts'

const user = userWith('book.view', 'book.import')
const book = defineResource('books', {
  permission: 'book',
  fields: { title: field.text(), note: field.text({ optional: true }) },
  title: 'title',
  list: ['title', 'note'],
  form: ['title', 'note'],
})
const shown = readableFields(book, user, ['title'])

it('a list asks for its columns alone', () => {
  expect(listFields(book, user, { shown, views: undefined })).toEqual(['title'])
})

it.each([
  ['cells', { fields: { title: () => null } }],
  ['entries of the row menu', { rowActions: () => null }],
  ['acts on a record', { recordActions: () => [] }],
])('a list asks for everything where its resource has %s of its own', (_name, views) => {
  expect(listFields(book, user, { shown, views })).toBeUndefined()
})

it('a list asks for what tells that a record is closed', () => {
  const letter = defineResource('letters', {
    permission: 'book',
    closed: { when: ({ note }) => note !== null, refusal: 'Over' },
    fields: { title: field.text(), note: field.text({ optional: true }) },
    title: 'title',
    list: ['title'],
    form: ['title'],
  })
  expect(listFields(letter, user, { shown, views: undefined })).toBeUndefined()
})

it('the list of imports knows of which resource each was, from which its result opens', () => {
  const importRecord = importRecordOf([])
  const columns = readableFields(importRecord, user, ['name', 'state'])
  const asked = listFields(importRecord, user, { shown: columns, views: systemViews['imports'] })
  expect(asked ?? Object.keys(importRecord.fields)).toContain('resource')
})
