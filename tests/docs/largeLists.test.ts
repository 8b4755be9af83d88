import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { fieldOf, kindOf, mayFilter, maySort, type Resource } from '#schema'

import { lead } from '../../resources/leads/lead/lead.ts'

const leads: Resource = lead

test('D11: the documents say of every column of the lead list how it is sorted and filtered', () => {
  const text = readFileSync('docs/large-lists.md', 'utf8')
  const written = [...text.matchAll(/^\| (`.+?`) \| (yes|no) \| (yes|no) \| .+ \|$/gm)].flatMap(
    ([, names = '', isSorted, isFiltered]) =>
      names.split(', ').map((name) => [name.replaceAll('`', ''), isSorted, isFiltered].join(' ')),
  )
  const word = (is: boolean) => (is ? 'yes' : 'no')
  const declared = leads.list.map((name) => {
    const operators = kindOf(fieldOf(leads, name) ?? expect.fail(name)).operators
    const isFiltered = operators.some((operator) => mayFilter(leads, name, operator))
    return [name, word(maySort(leads, name)), word(isFiltered)].join(' ')
  })
  expect(written.sort()).toEqual(declared.sort())
})
