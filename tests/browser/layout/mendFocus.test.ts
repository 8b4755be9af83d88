import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { mendFocus } from '../../../src/browser/ui/keyboard/mendFocus.ts'

let stop: () => void

beforeEach(() => {
  document.body.innerHTML =
    '<main><h1>Lamps</h1><p><i><button>a</button></i><i><button>b</button></i></p>' +
    '<section><button>c</button></section></main><button>d</button>'
  stop = mendFocus()
})
afterEach(() => stop())

const named = (text: string) => {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent === text)
  if (!found) throw new Error(`no button ${text}`)
  return found
}

const here = () => document.activeElement?.textContent

it.each([
  ['the control after it', 'a', 'b'],
  ['the one before it, where none comes after', 'b', 'a'],
  ['the heading, where nothing is left around it', 'c', 'Lamps'],
])('a focus whose element goes is given to %s', async (_which, lost, home) => {
  named(lost).focus()
  named(lost).remove()
  await vi.waitFor(() => expect(here()).toBe(home), 45_000)
})

it('a focus that somebody else has moved stays there', async () => {
  named('a').focus()
  named('a').remove()
  named('c').focus()
  await new Promise((done) => setTimeout(done, 200))
  expect(here()).toBe('c')
})

it('a page that comes late in place of the hidden one gives the focus to its heading', async () => {
  const main = document.querySelector('main')!
  named('a').focus()
  for (const child of main.children)
    (child as HTMLElement).style.setProperty('display', 'none', 'important')
  named('a').blur()
  window.history.pushState(null, '', '/chairs')
  await new Promise((done) => setTimeout(done, 200))
  expect(document.activeElement).toBe(document.body)
  main.innerHTML = '<h1>Chairs</h1><p><button>a</button></p>'
  await vi.waitFor(() => expect(here()).toBe('Chairs'), 45_000)
})

it('what was hidden while files came has its focus back', async () => {
  const main = document.querySelector('main')!
  named('a').focus()
  main.style.setProperty('display', 'none', 'important')
  named('a').blur()
  await new Promise((done) => setTimeout(done, 200))
  main.style.removeProperty('display')
  main.append('come')
  await vi.waitFor(() => expect(here()).toBe('a'), 45_000)
})

it('what a finger has pressed leaves the focus to nobody', async () => {
  named('a').focus()
  const press = new MouseEvent('pointerdown', { bubbles: true })
  named('a').dispatchEvent(Object.assign(press, { pointerType: 'touch' }))
  named('a').remove()
  await new Promise((done) => setTimeout(done, 200))
  expect(document.activeElement).toBe(document.body)
})

it.each([
  ['a key', 'its first control', new KeyboardEvent('keydown', { bubbles: true }), 'first'],
  ['a pointer', 'nothing in it', new MouseEvent('pointerdown', { bubbles: true }), 'firstsecond'],
])('a dialog that %s gives the focus to gives it to %s', (_who, _what, press, home) => {
  document.body.innerHTML +=
    '<div class="MuiDialog-container" tabindex="-1"><div role="dialog"><button>first</button><button>second</button></div></div>'
  document.body.dispatchEvent(press)
  document.querySelector<HTMLElement>('.MuiDialog-container')?.focus()
  expect(here()).toBe(home)
})
