import { beforeEach, describe, expect, it, vi } from 'vitest'

import {
  createPersistedState,
  resetStates,
} from '../../../../src/browser/client/storage/persisted.ts'

const key = 'leadgate.lamp'
const open = () => createPersistedState('lamp', { initial: { isOn: false } })
const kept = () => window.localStorage.getItem(key)

beforeEach(() => window.localStorage.clear())

describe('a persisted state', () => {
  it('is saved to browser storage on every change and restored on load', () => {
    const lamp = open()
    lamp.write({ isOn: true })
    expect(kept()).toBe('{"isOn":true}')
    expect(open().read()).toEqual({ isOn: true })
    lamp.write({ isOn: false })
    expect(kept()).toBe('{"isOn":false}')
  })

  it('begins with its first value, also when what was kept cannot be read', () => {
    expect(open().read()).toEqual({ isOn: false })
    window.localStorage.setItem(key, '{"isOn')
    expect(open().read()).toEqual({ isOn: false })
    window.localStorage.setItem(key, 'null')
    expect(open().read()).toEqual({ isOn: false })
  })

  it('may refuse what was kept', () => {
    window.localStorage.setItem(key, '[1,2]')
    const initial: number[] = []
    expect(createPersistedState('lamp', { initial }).read()).toEqual([1, 2])
    const restore = () => undefined
    expect(createPersistedState('lamp', { initial, restore }).read()).toEqual([])
  })

  it('tells of changes here and in other tabs, until nobody listens', () => {
    const lamp = open()
    const heard = vi.fn()
    const stop = lamp.subscribe(heard)
    lamp.write({ isOn: true })
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: '{"isOn":false}' }))
    expect(lamp.read()).toEqual({ isOn: false })
    window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: '{"isOn":true}' }))
    expect(heard).toHaveBeenCalledTimes(2)
    stop()
    lamp.write({ isOn: true })
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('goes back to its first value and leaves nothing behind', () => {
    const lamp = open()
    lamp.write({ isOn: true })
    lamp.reset()
    expect(lamp.read()).toEqual({ isOn: false })
    expect(kept()).toBeNull()
  })

  it('is reset by its name, whether its code is loaded or not', () => {
    const lamp = open()
    lamp.write({ isOn: true })
    window.localStorage.setItem('leadgate.heater', '1')
    window.localStorage.setItem('leadgate.radio', '1')
    resetStates('lamp', 'heater')
    expect(lamp.read()).toEqual({ isOn: false })
    expect(Object.keys(window.localStorage)).toEqual(['leadgate.radio'])
  })

  it('goes on without a storage that is full', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const lamp = open()
    lamp.write({ isOn: true })
    full.mockRestore()
    expect(lamp.read()).toEqual({ isOn: true })
    expect(kept()).toBeNull()
  })
})
