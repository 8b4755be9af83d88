import { render, screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const name = Object.assign(document.createElement('meta'), {
  name: 'application-name',
  content: 'Oak Hire',
})

beforeAll(() => {
  document.head.append(name)
  vi.resetModules()
})
afterAll(() => {
  name.remove()
  vi.resetModules()
})

test('the first page and the frame before the console say the name that the page has', async () => {
  const { LoadFailed, LoginPage } = await import('../../../src/browser/frame/login/LoginPage.tsx')
  render(<LoginPage onTyping={() => undefined} onSignedIn={() => undefined} />)
  expect(screen.getByText('Oak Hire')).toBeTruthy()
  render(<LoadFailed />)
  expect(screen.getByText('Oak Hire could not be loaded.')).toBeTruthy()
})
