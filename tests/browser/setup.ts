import './renders.ts'

import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

import { resetStates } from '../../src/browser/client/storage/persisted.ts'
import { findLabelledFast, withoutStyles } from './speed.ts'

// Screens come late on a busy machine; one second is the library's own limit.
configure({ asyncUtilTimeout: 15_000 })
withoutStyles()
findLabelledFast()

window.matchMedia ??= (query) =>
  ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }) as unknown as MediaQueryList
window.innerWidth = 1280
Element.prototype.scrollIntoView ??= () => {}
window.scrollTo = () => {}

const problems = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeEach(() => {
  problems.mockClear()
  resetStates('locale')
})

afterEach(() => {
  cleanup()
  expect(problems.mock.calls.filter(([first]) => !isRefusal(first))).toEqual([])
})

/** react-admin itself logs every call that the server refuses or the page calls off, while it is developed. */
const isRefusal = (logged: unknown) =>
  logged instanceof Error && ('status' in logged || logged.name === 'AbortError')
