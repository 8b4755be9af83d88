import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { api, serveApi, visit } from '../console.tsx'
import { everything } from '../fixture.ts'

serveApi()

const missing = async () => {
  const heading = await screen.findByRole('heading', { level: 2, name: 'Missing' })
  const list = within(heading.parentElement!).getAllByRole('listitem')
  return list.map(({ textContent }) => textContent)
}

const without = (...names: string[]) => everything.filter((one) => !names.includes(one))

describe('specification 2: the page without permission', () => {
  it('B3: names what is missing as the role editor does, ready to be sent, without asking the server', async () => {
    const { person } = visit('/library/authors', without('author.view'))
    const writeText = vi.spyOn(navigator.clipboard, 'writeText')
    expect(await screen.findByText('See authors')).toBeTruthy()
    expect(await missing()).toEqual(['See authors author.view'])
    const asked = api.calls.map(({ path }) => path).filter((path) => path.includes('permissions'))
    expect(asked, 'B3 7').toEqual([])
    await person.click(screen.getByRole('button', { name: 'Copy author.view' }))
    expect(writeText).toHaveBeenLastCalledWith('author.view')
    await person.click(screen.getByRole('button', { name: 'Copy the request' }))
    expect(writeText).toHaveBeenLastCalledWith(
      `Ada Lovelace (ada@example.com) needs the permission for ${window.location.href}:\n` +
        '– See authors (author.view)',
    )
  })

  it('says it in the language of the user', async () => {
    api.answer('GET /api/localizations/en', { body: { 'permissions.author.view': 'Voir' } })
    visit('/library/authors', without('author.view'))
    expect(await screen.findByText('Voir')).toBeTruthy()
  })

  it('names no more than the page needs', async () => {
    visit('/library/book/3/edit', without('book.update'))
    expect(await missing()).toEqual([' book.update'])
  })

  it('names every one of several', async () => {
    visit('/library/authors/create', without('author.view', 'author.create', 'author.update'))
    await screen.findByText('See authors')
    expect(await missing()).toEqual(['See authors author.view', ' author.create'])
  })
})
