import { expect, it, vi } from 'vitest'

import { forgetTimers } from './timers.ts'

it('a page does nothing any more when the test has left it, as files share their modules', async () => {
  const late = vi.fn()
  const soon = vi.fn()
  setTimeout(late, 1000)
  setInterval(late, 1000)
  setTimeout(soon)
  forgetTimers()
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(late).not.toHaveBeenCalled()
  expect(soon).toHaveBeenCalledOnce()
})
