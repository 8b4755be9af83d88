import { render, screen } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'

import { Navigation } from '../../../src/browser/client/addresses/navigation.tsx'
import { useHeadingFocus } from '../../../src/browser/frame/layout/useHeadingFocus.ts'

afterEach(() => vi.unstubAllGlobals())

function Attendant() {
  useHeadingFocus()
  return null
}

/** A page whose heading stands when what attends it has come, in a document in which the user has been active or not. */
function open(hasBeenActive: boolean) {
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive } })
  render(
    <BrowserRouter>
      <Navigation>
        <a href="#content">Skip to content</a>
        <main>
          <h1>Lamps</h1>
        </main>
        <Attendant />
      </Navigation>
    </BrowserRouter>,
    { container: document.body.appendChild(document.createElement('div')) },
  )
}

it('the first page after signing in has the focus on its heading', () => {
  open(true)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Lamps' }))
})

it('a page that was loaded leaves the focus where the next Tab goes past its menus', () => {
  open(false)
  expect(document.activeElement).toBe(document.body)
})
