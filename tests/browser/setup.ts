import './renders.ts'

import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

import { setDisplayLocale } from '../../src/browser/client/i18n/formats.ts'
import { expectTyping } from '../../src/browser/ui/keyboard/typing.ts'
import { forgetOutage } from '../../src/browser/ui/states/useRetry.ts'
import {
  describeOnlyAtTheEnd,
  findIdsFast,
  findLabelledFast,
  withoutOwnerStacks,
  withoutStyles,
} from './speed.ts'
import { computeStylesFast } from './styles.ts'
import { followTimers, forgetTimers } from './timers.ts'

// Screens come late on a busy machine; one second is the library's own limit.
configure({ asyncUtilTimeout: 30_000 })
followTimers()
withoutOwnerStacks()
withoutStyles()
computeStylesFast()
findLabelledFast()
findIdsFast()
describeOnlyAtTheEnd()

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
})

afterEach(() => {
  cleanup()
  beginAnew()
  expect(problems.mock.calls.filter(([first]) => !isRefusal(first))).toEqual([])
})

/** Forgets what the page keeps, as a new one would in a new browser: files share the modules that they load. */
function beginAnew(): void {
  vi.useRealTimers()
  forgetTimers()
  document.body.replaceChildren()
  // A page that somebody looks at.
  Reflect.deleteProperty(document, 'hidden')
  Reflect.deleteProperty(document, 'visibilityState')
  window.localStorage.clear()
  window.sessionStorage.clear()
  // As when another tab has cleared them: what modules restored from there begins anew.
  window.dispatchEvent(new StorageEvent('storage'))
  window.history.replaceState({ key: crypto.randomUUID() }, '', '/')
  setDisplayLocale({ locale: 'en', zone: undefined })
  forgetOutage()
  expectTyping(-Infinity)
}

/** react-admin itself logs every call that the server refuses or the page calls off, while it is developed. */
const isRefusal = (logged: unknown) =>
  logged instanceof Error && ('status' in logged || logged.name === 'AbortError')
