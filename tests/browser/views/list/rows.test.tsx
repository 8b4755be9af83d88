import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { browserKindOf, shownValue } from '../../../../src/kinds/kinds.browser.ts'
import { bulkFields } from '../../../../src/features/bulkEdit/bulkEdit.browser.ts'
import { defineResource, field } from '#schema'

import { ResourceEdit } from '../../../../src/browser/views/ResourceForms.tsx'
import { fakeProvider, visit } from '../console.tsx'
import { openScreens } from '../screens.tsx'
import { everything, lamp, thing, userWith, values } from '../fixture.ts'

const { rows } = thing.fields

/** The inputs of a form with the fixture's two rows. */
async function openRows(provider = fakeProvider()) {
  const visited = visit('/page/7/edit', { provider, form: ['text', 'rows'] })
  const editor = await screen.findByRole('group', { name: 'Rows' })
  const cell = (row: number, name: string | RegExp) =>
    within(within(editor).getByRole('group', { name: `Row ${row}` })).getByLabelText(name)
  const numbers = () =>
    within(editor)
      .queryAllByLabelText(/^From/)
      .map((input) => (input as HTMLInputElement).value)
  const sent = () => vi.mocked(provider.update as any).mock.lastCall?.[1].data.rows
  return { ...visited, editor, cell, numbers, sent }
}

const manyCells = {
  look: field.choice({ body: 'Text', status: 'HTTP status' }, { default: 'body' }),
  path: field.text(),
  value: field.text({ optional: true }),
  outcome: field.text({ optional: true }),
  label: field.text({ optional: true }),
  is_last: field.boolean({ default: false }),
}

const save = () => screen.getByRole('button', { name: 'Save' })

describe('the editor of rows', () => {
  it('adds, moves and removes rows by buttons and by keys', async () => {
    const { person, editor, cell, numbers, sent } = await openRows()
    expect(numbers()).toEqual(['9', '10'])
    await person.click(within(editor).getByRole('button', { name: 'Move row 2 up' }))
    expect(numbers()).toEqual(['10', '9'])
    await person.click(cell(1, /^From/))
    await person.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(numbers()).toEqual(['9', '10'])
    expect(document.activeElement).toBe(cell(2, /^From/))
    await person.click(within(editor).getByRole('button', { name: 'Remove row 1' }))
    expect(numbers()).toEqual(['10'])
    await person.click(within(editor).getByRole('button', { name: /^Add row/ }))
    expect(document.activeElement).toBe(cell(2, /^Day/))
    await person.click(cell(2, /^Day/))
    await person.click(await screen.findByRole('option', { name: 'Mon' }))
    await person.type(cell(2, /^From/), '7')
    await person.type(cell(2, /^To/), '8')
    await person.click(save())
    await waitFor(() => expect(sent()).toBeDefined())
    expect(sent()).toEqual([
      { day: 'tue', from: 10, to: 14, price: 2.5 },
      { day: 'mon', from: 7, to: 8, price: null },
    ])
  })

  it('fills rows with cells copied from a spreadsheet, up to the most there may be', async () => {
    const { person, cell, numbers, sent } = await openRows()
    const text = 'Day\tFrom\tTo\nTue\t1\t2\r\nmon\t3\t4\nMon\t5\t6\nTue\t7\t8\nTue\t9\t10'
    fireEvent.paste(cell(2, /^Day/), { clipboardData: { getData: () => text } })
    await waitFor(() => expect(numbers()).toEqual(['9', '1', '3', '5']))
    await person.click(save())
    await waitFor(() => expect(sent()).toBeDefined())
    expect(sent()[2]).toEqual({ day: 'mon', from: 3, to: 4, price: null })
  })

  it('folds rows of many cells under what they say, and opens what is new or wrong', async () => {
    const gate = defineResource('gates', {
      api: 'gate',
      routes: { list: 'gates' },
      permission: 'gate',
      fields: { name: field.text(), rules: field.rows(manyCells) },
      title: 'name',
      list: ['name'],
      form: ['name', 'rules'],
    })
    const rules = [
      { look: 'body', path: 'code', value: '401', outcome: null, label: null, is_last: false },
      { look: 'status', path: 'id', value: null, outcome: null, label: 'Taken', is_last: true },
    ]
    const record = { id: 7, version: 1, name: 'One', rules }
    const { person } = openScreens(
      '/gates/7/edit',
      { '/gates/:id/edit': <ResourceEdit resource={gate} /> },
      {
        user: userWith('gate.view', 'gate.update'),
        resources: [gate],
        provider: fakeProvider({ getOne: async () => ({ data: record as never }) }),
      },
    )
    const row = async (at: number) =>
      (await screen.findByLabelText(`Row ${at}`)) as HTMLDetailsElement
    expect((await row(1)).querySelector('summary')?.textContent).toBe('code · 401')
    expect((await row(2)).querySelector('summary')?.textContent).toBe(
      'HTTP status · id · Taken · Is last',
    )
    expect((await row(1)).open).toBe(false)
    await person.click(screen.getByRole('button', { name: /^Add row/ }))
    expect((await row(3)).open).toBe(true)
    expect(document.activeElement).toBe(within(await row(3)).getByLabelText(/^Look/))
    ;(await row(3)).open = false
    await person.click(save())
    await waitFor(async () => expect((await row(3)).open).toBe(true))
    expect(document.activeElement).toBe(within(await row(3)).getByLabelText(/^Path/))
    expect((await row(1)).open).toBe(false)
  })

  it('shows what is wrong at its cell and gives it the focus', async () => {
    const { person, cell, sent } = await openRows()
    await person.clear(cell(2, /^From/))
    await person.type(cell(2, /^From/), 'soon')
    await person.clear(cell(1, /^To/))
    await person.click(save())
    await waitFor(() => expect(document.activeElement).toBe(cell(1, /^To/)))
    expect(screen.getByText('Enter a whole number')).toBeTruthy()
    expect(cell(2, /^From/).getAttribute('aria-invalid')).toBe('true')
    expect(cell(1, /^From/).getAttribute('aria-invalid')).toBe('false')
    expect(sent()).toBeUndefined()
  })

  it('shows what the server refuses at its cell', async () => {
    const errors = { 'rows.1.price': 'Too dear' }
    const refusal = Object.assign(new Error('Check'), { status: 422, body: { errors } })
    const update = vi.fn(async () => {
      throw refusal
    })
    const { person, cell } = await openRows(fakeProvider({ update: update as never }))
    await person.clear(cell(1, /^From/))
    await person.type(cell(1, /^From/), '1')
    await person.click(save())
    expect(await screen.findByText('Too dear')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(cell(2, /^Price/)))
  })
})

describe('rows are shown', () => {
  it('as a table where there is room', async () => {
    render(<>{shownValue(rows, 'rows', lamp(), true)}</>)
    const table = await screen.findByRole('table')
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    expect(within(table).getByRole('columnheader', { name: 'Price' })).toBeTruthy()
    // What is wider than its place is moved by keys as well.
    expect(screen.getByRole('region', { name: 'Rows' }).tabIndex).toBe(0)
  })

  it('in the history by the rows that went and came', async () => {
    const before = values.rows as object[]
    const after = [before[1], { day: 'mon', from: 1, to: 2, price: null }]
    const { container } = render(
      <>{browserKindOf(rows).difference?.({ field: rows, before, after })}</>,
    )
    await waitFor(() => expect(container.querySelector('del')?.textContent).toBe('Mon 9–18'))
    expect(container.querySelector('ins')?.textContent).toBe('Mon 1–2')
    expect(container.textContent).not.toContain('Tue')
  })

  it('and are left out of what many records are given at once', () => {
    const names = bulkFields(thing, userWith(...everything)).map(({ name }) => name)
    expect(names).toContain('ips')
    expect(names).not.toContain('rows')
  })
})
