import { render, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const meta = (name: string, content: string) =>
  Object.assign(document.createElement('meta'), { name, content })

const metas = [meta('application-name', 'Oak Hire'), meta('description', 'Ready when you are.')]

beforeAll(() => {
  document.head.append(...metas)
  vi.resetModules()
})
afterAll(() => {
  for (const one of metas) one.remove()
  vi.resetModules()
})

test('the first page and the frame before the console say the name that the page has', async () => {
  const { LoadFailed, LoginPage } = await import('../../../src/browser/frame/login/LoginPage.tsx')
  render(<LoginPage onTyping={() => undefined} onSignedIn={() => undefined} />)
  expect(screen.getByText('Oak Hire')).toBeTruthy()
  expect(screen.getByText('Ready when you are.')).toBeTruthy()
  await waitFor(() =>
    expect(document.querySelectorAll('svg.cover .flow path').length).toBeGreaterThan(20),
  )
  expect(document.querySelector('svg.cover .gate')).toBeNull()
  render(<LoadFailed />)
  expect(screen.getByText('Oak Hire could not be loaded.')).toBeTruthy()
})
