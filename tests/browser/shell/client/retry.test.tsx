import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'

import { client } from '../../../../src/browser/client/http/http.ts'
import { HttpFailure, unavailable } from '../../../../src/browser/client/http/httpFailure.ts'
import { problemOf } from '../../../../src/browser/client/http/problem.ts'
import { isAway, useRetry } from '../../../../src/browser/ui/states/useRetry.ts'

const away = new HttpFailure(0, unavailable)

let health: MockInstance<typeof client.json>

beforeEach(() => {
  vi.useFakeTimers()
  health = vi.spyOn(client, 'json').mockRejectedValue(away)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function Part({ retry, isWanted = true }: { retry(): void; isWanted?: boolean }) {
  useRetry(isWanted, retry)
  return <p>Away</p>
}

const passes = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

describe('what the server could not answer', () => {
  it('is asked for again once it answers, not before, and after growing pauses', async () => {
    const retry = vi.fn()
    render(<Part retry={retry} />)
    const asked = async (seconds: number) => (await passes(seconds), health.mock.calls.length)
    expect([await asked(2), await asked(1), await asked(3), await asked(6)]).toEqual([0, 1, 2, 3])
    expect([await asked(11), await asked(1)]).toEqual([3, 4])
    expect(retry).not.toHaveBeenCalled()
    health.mockResolvedValue({} as never)
    await passes(60)
    expect(retry).toHaveBeenCalledTimes(1)
    expect(health).toHaveBeenLastCalledWith('/health', expect.anything())
  })

  it('is asked for at once when the browser is online again', async () => {
    const retry = vi.fn()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    render(<Part retry={retry} />)
    health.mockResolvedValue({} as never)
    await passes(600)
    expect(health).not.toHaveBeenCalled()
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await passes(0)
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it('is not asked for for ever: eight times while the server answers, half an hour while it does not', async () => {
    const retry = vi.fn()
    health.mockResolvedValue({} as never)
    const { rerender, unmount } = render(<Part retry={retry} />)
    for (let time = 0; time < 12; time += 1) {
      await passes(61)
      rerender(<Part retry={retry} isWanted={false} />)
      rerender(<Part retry={retry} />)
    }
    expect(retry).toHaveBeenCalledTimes(8)
    unmount()
    await passes(3600)
    health.mockReset().mockRejectedValue(away)
    render(<Part retry={retry} />)
    await passes(3600)
    const { length } = health.mock.calls
    expect(length).toBeLessThan(40)
    await passes(3600)
    expect(health.mock.calls.length).toBe(length)
  })

  it('is left alone once its place is gone', async () => {
    const retry = vi.fn()
    const { unmount } = render(<Part retry={retry} />)
    expect(screen.getByText('Away')).toBeTruthy()
    unmount()
    health.mockResolvedValue({} as never)
    await passes(60)
    expect(retry).not.toHaveBeenCalled()
  })
})

it.each([
  [true, away],
  [true, new HttpFailure(500, unavailable)],
  [true, new HttpFailure(503, 'The database cannot be reached at the moment.')],
  [false, new HttpFailure(400, 'This list has no field "hue"')],
  [false, new HttpFailure(404, 'Not found.')],
  [false, new HttpFailure(507, 'The disk is full.')],
])('asking again may help: %s after %s', (isHelp, failure) =>
  expect(isAway(problemOf(failure))).toBe(isHelp),
)
