import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { useTyped } from '../../../../src/browser/ui/fields/useTyped.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function typing(first = '') {
  const commit = vi.fn()
  const hook = renderHook(({ value }) => useTyped(value, commit), {
    initialProps: { value: first },
  })
  return {
    commit,
    text: () => hook.result.current[0],
    type: (text: string, now?: 'now') => act(() => hook.result.current[1](text, now)),
    arrive: (value: string) => hook.rerender({ value }),
    leave: () => act(() => hook.result.current[2]()),
    rest: () => act(() => vi.advanceTimersByTime(400)),
  }
}

describe('a text that is typed', () => {
  it('counts when typing rests, once', () => {
    const { type, rest, commit, arrive } = typing()
    type('a')
    type('ab ')
    expect(commit).not.toHaveBeenCalled()
    rest()
    rest()
    arrive('ab')
    rest()
    expect(commit.mock.calls).toEqual([['ab']])
  })

  it('counts when its field is left, once', () => {
    const { type, leave, rest, commit } = typing()
    leave()
    type('a')
    leave()
    leave()
    rest()
    expect(commit.mock.calls).toEqual([['a']])
  })

  it('keeps a space at its end while it is typed', () => {
    const { type, rest, arrive, text } = typing()
    type('ada ')
    rest()
    arrive('ada')
    expect(text()).toBe('ada ')
  })

  it('keeps the keys that were pressed before its first part came back', () => {
    const { type, rest, arrive, text, commit } = typing()
    type('a')
    rest()
    type('ab')
    arrive('a')
    expect(text()).toBe('ab')
    rest()
    type('abc')
    rest()
    arrive('ab')
    arrive('abc')
    expect(text()).toBe('abc')
    expect(commit.mock.calls).toEqual([['a'], ['ab'], ['abc']])
  })

  it('is replaced by what comes from outside, also by what it was before', () => {
    const { type, rest, arrive, text, commit } = typing()
    type('a', 'now')
    arrive('a')
    type('a', 'now')
    arrive('')
    expect(text()).toBe('')
    arrive('a')
    expect(text()).toBe('a')
    rest()
    expect(commit.mock.calls).toEqual([['a'], ['a']])
  })
})
