import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keepEarlyKeys, pressEarlyKeys } from '../../../src/browser/ui/keyboard/earlyKeys.ts'
import { keyNames } from '../../../src/browser/ui/keyboard/Keys.tsx'
import { listenToKeys } from '../../../src/features/shortcuts/keys.ts'
import { createRegistry, type Shortcut } from '../../../src/browser/ui/keyboard/shortcutRegistry.ts'

let ran: string[]
let hasSingleKeys: boolean
let stop: () => void

const shortcut = (keys: string, more: Partial<Shortcut> = {}): Shortcut => ({
  keys,
  label: keys,
  group: 'general',
  run: () => ran.push(keys),
  ...more,
})

const known = ['n', '?', '[', 'g l', 'g d', 'l', 'mod+k'].map((keys) => shortcut(keys))

beforeEach(() => {
  ran = []
  hasSingleKeys = true
  stop = listenToKeys({ offered: () => known, hasSingleKeys: () => hasSingleKeys })
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

function press(key: string, init: KeyboardEventInit = {}, target: Element = document.body) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(event)
  return event
}

test('a key does what it stands for, and nothing else', () => {
  expect(press('n').defaultPrevented).toBe(true)
  expect(press('m').defaultPrevented).toBe(false)
  expect(ran).toEqual(['n'])
})

test('two keys one after the other lead somewhere, and only together', () => {
  press('g')
  press('l')
  press('l')
  press('g')
  press('m')
  press('d')
  expect(ran).toEqual(['g l', 'l'])
})

test('the second key is not waited for for ever', () => {
  press('g')
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000)
  press('d')
  now.mockRestore()
  expect(ran).toEqual([])
})

test('keys with a modifier belong to the browser, but for the one with Ctrl', () => {
  press('n', { ctrlKey: true })
  press('n', { altKey: true })
  press('n', { metaKey: true })
  press('N', { shiftKey: true })
  press('k', { ctrlKey: true, shiftKey: true })
  expect(ran).toEqual([])
  press('k', { ctrlKey: true })
  expect(ran).toEqual(['mod+k'])
})

test('a sign may need Shift or AltGr', () => {
  press('?', { shiftKey: true })
  press('[', { ctrlKey: true, altKey: true, modifierAltGraph: true })
  expect(ran).toEqual(['?', '['])
})

test('a keyboard of another script has the letters where they are', () => {
  press('т', { code: 'KeyN' })
  expect(ran).toEqual(['n'])
})

test.each([
  '<input>',
  '<textarea></textarea>',
  '<div contenteditable="true"></div>',
  '<select></select>',
])('nobody who types in %s triggers anything, but for Ctrl K', (html) => {
  document.body.innerHTML = html
  const field = document.body.firstElementChild!
  press('n', {}, field)
  expect(ran).toEqual([])
  press('k', { ctrlKey: true }, field)
  expect(ran).toEqual(['mod+k'])
})

test('a ticked box is no typing', () => {
  document.body.innerHTML = '<input type="checkbox">'
  press('n', {}, document.body.firstElementChild!)
  expect(ran).toEqual(['n'])
})

test.each(['<div role="dialog" aria-modal="true"></div>', '<ul role="menu"></ul>'])(
  'what lies over the screen has the keys for itself: %s',
  (html) => {
    document.body.innerHTML = html
    press('n')
    expect(ran).toEqual([])
  },
)

test('single keys can be switched off (WCAG 2.1.4), Ctrl K stays', () => {
  hasSingleKeys = false
  press('n')
  press('g')
  press('l')
  press('k', { ctrlKey: true })
  expect(ran).toEqual(['mod+k'])
})

test('what another handler has taken is left alone, and text that is being composed', () => {
  const take = (event: Event) => event.preventDefault()
  document.body.addEventListener('keydown', take)
  press('n')
  document.body.removeEventListener('keydown', take)
  press('n', { isComposing: true })
  expect(ran).toEqual([])
})

test('of two with the same keys the one that came last counts, and only what is offered', () => {
  const registry = createRegistry()
  const labels = () => registry.offered().map(({ label }) => label)
  registry.add(() => [shortcut('n', { label: 'console' }), shortcut('e')])
  const remove = registry.add(() => [
    shortcut('n', { label: 'screen' }),
    shortcut('e', { label: 'never', isOffered: () => false }),
  ])
  expect(labels()).toEqual(['screen', 'e'])
  remove()
  expect(labels()).toEqual(['console', 'e'])
})

test('keys are named as keyboards name them', () => {
  expect(keyNames('mod+k')).toEqual(['Ctrl', 'K'])
  expect(keyNames('g l')).toEqual(['g', 'l'])
  const platform = vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
  expect(keyNames('mod+k')).toEqual(['⌘', 'K'])
  platform.mockRestore()
})

test('keys pressed early count later, but those typed into something or given up', () => {
  stop()
  document.body.innerHTML = '<button aria-keyshortcuts="Control+K"></button><input>'
  const input = document.querySelector('input') as Element
  keepEarlyKeys()
  press('n')
  press('Tab')
  press('n', {}, input)
  expect(press('k', { ctrlKey: true }).defaultPrevented).toBe(true)
  expect(press('b', { ctrlKey: true }).defaultPrevented).toBe(false)
  press('?')
  stop = listenToKeys({ offered: () => known, hasSingleKeys: () => true })
  pressEarlyKeys()
  pressEarlyKeys()
  press('n')
  expect(ran).toEqual(['mod+k', '?', 'n'])
})
