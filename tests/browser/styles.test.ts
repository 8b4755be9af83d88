import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

const seen = (html: string) => {
  document.body.innerHTML = html
  return screen.queryAllByRole('button').length === 1
}

const button = '<button>Save</button>'

it.each([
  button,
  `<div style="visibility: hidden"><div style="visibility: visible">${button}</div></div>`,
  `<table><tr><td>${button}</td></tr></table>`,
  `<details><summary>${button}</summary></details>`,
])('a query by role finds what is shown: %s', (html) => expect(seen(html)).toBe(true))

it.each([
  '<button hidden>Save</button>',
  `<div hidden>${button}</div>`,
  `<div style="display: none">${button}</div>`,
  `<div style="visibility: hidden"><p>${button}</p></div>`,
  `<div style="visibility: hidden"><p style="visibility: inherit">${button}</p></div>`,
  `<table><tbody hidden><tr><td>${button}</td></tr></tbody></table>`,
  `<dialog>${button}</dialog>`,
  `<div popover>${button}</div>`,
  `<style>.away { display: none }</style><p class="away">${button}</p>`,
])('and nothing that is hidden: %s', (html) => expect(seen(html)).toBe(false))

it('styles are those of the element', () => {
  document.body.innerHTML = '<p style="pointer-events: none; padding: 3px 4px"><b>x</b></p>'
  const [p, b] = [...document.querySelectorAll('p, b')].map((one) => getComputedStyle(one))
  expect([p?.display, p?.paddingTop, p?.getPropertyValue('padding-left')]).toEqual([
    'block',
    '3px',
    '4px',
  ])
  expect([b?.display, b?.pointerEvents, b?.fontWeight]).toEqual(['inline', 'none', 'bolder'])
})
