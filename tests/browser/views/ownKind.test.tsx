import { render } from '@testing-library/react'
import { expect, it } from 'vitest'

import { defineBrowserKinds } from '#browser'

import { shownValue } from '../../../src/kinds/kinds.browser.ts'
import { controlsOf } from '../../../src/kinds/kinds.controls.browser.ts'
import { filterOf } from '../../../src/kinds/kinds.filters.browser.ts'
import { field, type kinds } from '../../fixtures/kinds.own/index.ts'
import '../../fixtures/kinds.own/index.browser.ts'
import { lamp } from './fixture.ts'

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

/** Never called: `tsc` is the test. */
export function compiled() {
  // @ts-expect-error a kind without a part in the browser
  defineBrowserKinds<typeof kinds>({})
}
