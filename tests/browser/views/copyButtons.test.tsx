import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { fakeProvider, rowsOf, visit } from './console.tsx'
import { lamp, without } from './fixture.ts'

describe('copy buttons', () => {
  const written = vi.fn(async (_text: string) => {})
  beforeEach(() => {
    written.mockClear()
  })
  const spy = () => vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(written)
  afterEach(() => vi.restoreAllMocks())

  it('stand in rows on ids, e-mails and phones, say "Copied", and open no record', async () => {
    const { person, router } = visit('/store/things')
    const button = await screen.findByRole('button', { name: 'Copy ada@example.com' })
    spy()
    for (const name of ['Copy 7', 'Copy +442079460958']) {
      expect(screen.getByRole('button', { name })).toBeTruthy()
    }
    await person.click(button)
    expect(written).toHaveBeenCalledWith('ada@example.com')
    expect(await screen.findByText('Copied')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/store/things')
  })

  it('are missing on a masked value', async () => {
    const provider = fakeProvider({ getList: rowsOf(lamp({ email: 'a•••••@e•••.com' })) })
    visit('/store/things', { provider, user: without('thing.contact') })
    await screen.findByText('a•••••@e•••.com')
    expect(screen.queryByRole('button', { name: /^Copy a/ })).toBeNull()
  })

  it('stand always on record pages, the id included', async () => {
    const { person } = visit('/page/7')
    const button = await screen.findByRole('button', { name: 'Copy 7' })
    spy()
    await person.click(button)
    expect(written).toHaveBeenCalledWith('7')
    expect(await screen.findByText('Copied')).toBeTruthy()
  })
})
