import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'

import { defineBrowserKinds } from '#browser'
import { defineKind, defineKinds, plainField } from '#schema'

import { shownValue } from '../../../../src/kinds/kinds.browser.ts'
import { controlsOf } from '../../../../src/kinds/kinds.controls.browser.ts'
import { filterOf } from '../../../../src/kinds/kinds.filters.browser.ts'
import { ratingBrowser } from '../../../fixtures/kinds.own/rating/rating.browser.tsx'
import { field, type kinds } from '../../../fixtures/kinds.own/index.ts'
import '../../../fixtures/kinds.own/index.browser.ts'
import { lamp } from '../fixture.ts'

const stars = field.rating()

it('a kind of a business is shown, typed and filtered by', () => {
  expect(shownValue(stars, 'stars', lamp({ stars: 4 }))).toBe('★★★★')
  expect(controlsOf(stars).read?.('4', stars)).toBe(4)
  const Filter = filterOf(stars)
  const props = { field: stars, name: 'stars', label: 'Stars', isMasked: false, values: {} }
  const { container } = render(Filter && <Filter {...props} set={() => {}} />)
  expect(container.textContent).toBe('Stars')
  expect(filterOf(stars)).toBe(Filter)
})

it('without a filter of its own it has the one of its operators', () => {
  const gradeKind = defineKind(plainField<'grade', number>('grade'), {
    column: () => 'smallint',
    schema: () => z.int(),
    operators: ['equals', 'range'],
    operand: Number,
  })
  const grades = { grade: gradeKind }
  const grade = defineKinds(grades).grade()
  const { shown, controls } = ratingBrowser
  defineBrowserKinds<typeof grades>({ grade: { shown, controls } })
  const Filter = filterOf(grade)
  const props = { field: grade, name: 'grade', label: 'Grade', isMasked: false, values: {} }
  const { getByLabelText } = render(Filter && <Filter {...props} set={() => {}} />)
  expect(getByLabelText('Grade from')).toBeTruthy()
})

/** Never called: `tsc` is the test. */
export function compiled() {
  // @ts-expect-error a kind without a part in the browser
  defineBrowserKinds<typeof kinds>({})
}
