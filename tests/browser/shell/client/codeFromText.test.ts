// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'

it('B27: the console makes no code out of text, which its content security policy refuses', async () => {
  const made = vi.fn()
  const construct = (...[, parts]: [unknown, unknown[]]) => made(parts) ?? {}
  vi.stubGlobal('Function', new Proxy(Function, { construct }))
  await import('../../../../src/browser/main.tsx')
  vi.unstubAllGlobals()
  expect(made).not.toHaveBeenCalled()
})
