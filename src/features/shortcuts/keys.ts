import { useStore } from 'react-admin'

import { isMac } from '../../browser/ui/keyboard/Keys.tsx'
import type { Shortcut } from '../../browser/ui/keyboard/shortcutRegistry.ts'
import { isTypedOn } from '../../browser/ui/keyboard/typing.ts'

/** How long the second key of two is waited for, in milliseconds. */
const secondKeyMs = 1500

interface Hearing {
  offered(): readonly Shortcut[]
  /** Whether keys without Ctrl count (WCAG 2.1.4: they can be switched off). */
  hasSingleKeys(): boolean
}

/** Runs shortcuts as their keys are pressed. Returns a function that stops it. */
export function listenToKeys({ offered, hasSingleKeys }: Hearing): () => void {
  const controller = new AbortController()
  let before = ''
  let last = 0
  const hear = (event: KeyboardEvent) => {
    const key = keyOf(event)
    if (!key || event.defaultPrevented || event.isComposing) return
    const isPlain = !key.startsWith('mod+')
    if (isPlain && isTaken(event.target)) return
    // A space would press the button that has the focus by now.
    if (key.length === 1 && isTypedOn()) return event.preventDefault()
    if (isPlain && !hasSingleKeys()) return
    const first = performance.now() - last < secondKeyMs ? before : ''
    const known = offered()
    const find = (keys: string) => known.find((one) => one.keys === keys)
    const shortcut = (first && find(`${first} ${key}`)) || find(key)
    const begins = !shortcut && known.some(({ keys }) => keys.startsWith(`${key} `))
    before = begins ? key : ''
    last = performance.now()
    if (shortcut || begins) event.preventDefault()
    shortcut?.run()
  }
  window.addEventListener('keydown', hear, { signal: controller.signal })
  return () => controller.abort()
}

/** The name of a key as shortcuts write it; undefined for what no shortcut can mean. */
function keyOf(event: KeyboardEvent): string | undefined {
  const { altKey, ctrlKey, metaKey, shiftKey } = event
  const letter = letterOf(event)
  // Some keyboards have [ and others behind AltGr, which Windows tells as Ctrl and Alt.
  if (event.getModifierState('AltGraph')) return letter ? undefined : event.key
  if (altKey || (ctrlKey && metaKey)) return undefined
  if (ctrlKey || metaKey) {
    const isMod = (isMac() ? metaKey : ctrlKey) && !shiftKey
    return isMod && letter ? `mod+${letter}` : undefined
  }
  if (letter) return shiftKey ? undefined : letter
  return event.key
}

/** The letter on the key, also where the keyboard writes Cyrillic or Greek. */
function letterOf({ key, code }: KeyboardEvent): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const isForeign = /^\p{L}$/u.test(key)
  return isForeign ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined
}

const typed =
  'textarea, select, [contenteditable=true], [role=combobox], [role=textbox], ' +
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])'

/** Whether plain keys mean something else here: somebody types, or a dialog or menu lies over the screen. */
function isTaken(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(typed)) return true
  return document.querySelector('[aria-modal=true], [role=menu], [role=listbox]') !== null
}

/** Whether keys without Ctrl do anything: people who speak to their computer switch them off (WCAG 2.1.4). */
export const useSingleKeys = () => useStore('shortcuts.single_keys', true)
