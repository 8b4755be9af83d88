import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { fieldOf, kindOf, mayFilter, maySort, type Resource } from '#schema'

import { lead } from '../../resources/leads/lead/lead.ts'

const leads: Resource = lead

const rows = [
  ...readFileSync('docs/large-lists.md', 'utf8').matchAll(
    /^\| (`.+?`) \| (yes|no) \| (yes|no) \| (.+) \|$/gm,
  ),
].flatMap(([, names = '', sorted = '', filtered = '', choice = '']) =>
  names.split(', ').map((name) => ({ name: name.replaceAll('`', ''), sorted, filtered, choice })),
)

test('D11: the documents say of every column of the lead list how it is sorted and filtered', () => {
  const written = rows.map(({ name, sorted, filtered }) => [name, sorted, filtered].join(' '))
  const word = (is: boolean) => (is ? 'yes' : 'no')
  const declared = leads.list.map((name) => {
    const operators = kindOf(fieldOf(leads, name) ?? expect.fail(name)).operators
    const isFiltered = operators.some((operator) => mayFilter(leads, name, operator))
    return [name, word(maySort(leads, name)), word(isFiltered)].join(' ')
  })
  expect(written.sort()).toEqual(declared.sort())
})

test('G6: the documents call those indexes sparse that leave out the leads without a value', () => {
  const written = rows.filter(({ name, choice }) => isCalledSparse(name, choice))
  const declared = leads.list.filter(isSparse)
  expect(written.map(({ name }) => name).sort()).toEqual(declared.sort())
})

/** A row calls all its columns sparse, or names those that are. */
const isCalledSparse = (name: string, choice: string): boolean =>
  choice.startsWith('sparse') || choice.includes(`\`${name}\` is sparse`)

const isSparse = (name: string): boolean => fieldOf(leads, name)?.options.index === 'sparse'
