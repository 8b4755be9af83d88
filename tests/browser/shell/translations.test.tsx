import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Http } from '../../../src/browser/client/http/http.ts'
import { localeState } from '../../../src/browser/client/i18n/locale.ts'
import { useI18n } from '../../../src/browser/client/i18n/i18nProvider.ts'

const json = vi.fn()
const http = { json } as unknown as Http

beforeEach(() => {
  vi.useFakeTimers()
  json.mockReset().mockResolvedValue({ console: { help: 'Hilfe' } })
})
afterEach(() => void vi.useRealTimers())

const speak = (locale = 'de') => renderHook(() => useI18n(http, locale)).result
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const kept = () => JSON.parse(window.localStorage.getItem('leadgate.locale') ?? 'null')

it('the locale state is English alone until the server tells more (specification 3)', () => {
  expect(localeState.read()).toEqual({ languages: { en: 'English' } })
})

it('translations are saved to browser storage and come back at once', async () => {
  const first = speak()
  await pass(0)
  expect(first.current.translate('console.help', { _: 'Help' })).toBe('Hilfe')
  expect(kept().texts).toMatchObject({ locale: 'de', messages: { 'console.help': 'Hilfe' } })
  json.mockReset().mockReturnValue(new Promise(() => {}))
  await pass(60_000)
  expect(speak().current.translate('console.help', { _: 'Help' })).toBe('Hilfe')
})

it('translations are kept for 60 s before another page asks again', async () => {
  speak()
  await pass(59_999)
  speak()
  await pass(0)
  expect(json).toHaveBeenCalledTimes(1)
  await pass(1)
  speak()
  await pass(0)
  expect(json).toHaveBeenCalledTimes(2)
})

it('translations are reloaded every 120 s, and a new text is seen then', async () => {
  const spoken = speak()
  await pass(0)
  json.mockResolvedValue({ console: { help: 'Beistand' } })
  await pass(119_999)
  expect(spoken.current.translate('console.help', {})).toBe('Hilfe')
  await pass(1)
  expect(json).toHaveBeenCalledTimes(2)
  expect(spoken.current.translate('console.help', {})).toBe('Beistand')
})

it('a missing key falls back to English, and so does a server without texts', async () => {
  json.mockRejectedValue(new Error('The server is unavailable'))
  const spoken = speak()
  await pass(0)
  expect(spoken.current.translate('console.help', { _: 'Help' })).toBe('Help')
  expect(spoken.current.translate('ra.action.save')).toBe('Save')
})
