import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'

import {
  localPath,
  noteInterrupted,
} from '../../../../src/browser/client/addresses/returnAddress.ts'
import { session, type Session } from '../../../../src/browser/client/session/session.ts'
import { store } from '../../../../src/browser/client/storage/store.ts'
import { ada, api, serveApi, visit } from '../console.tsx'
import { everything, sessionOf } from '../fixture.ts'

serveApi()

const author = '/api/library/author/3'
/** The page is left three seconds after the answer. */
const afterTheWarning = { timeout: 45_000 }

beforeEach(() => {
  window.sessionStorage.clear()
  api.answer('POST /api/login', ({ body }) => {
    if (body.password !== 'right') {
      const errors = { email: ['These credentials do not match our records.'] }
      return { status: 422, body: { message: 'Check', errors } }
    }
    const id = body.email === 'ada@example.com' ? 5 : 6
    return { body: { data: sessionOf(everything, { id, access_token: `new ${id}` }) } }
  })
  api.answer(`PUT ${author}`, ({ headers, body }) =>
    headers.authorization === 'Bearer new 5'
      ? { body: { message: 'Done', data: { id: 3, version: 2, ...body } } }
      : { status: 401, body: { message: 'Who?' } },
  )
})

const expired = 'Token has expired. Login again.'

/** Types into a form whose session the server no longer knows. */
async function typeIntoForm() {
  const visited = visit('/library/authors/3', everything)
  const name = await screen.findByLabelText(/^Name/)
  await visited.person.clear(name)
  await visited.person.type(name, 'Augusta Ada')
  await visited.person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(expired)).toBeTruthy()
  const found = await screen.findByRole('dialog', { name: 'Sign in again' }, afterTheWarning)
  // What a message has said to the whole page is not said in the form again.
  expect(screen.queryAllByText(expired, { selector: '.MuiAlert-standard *' })).toEqual([])
  return { ...visited, name, dialog: within(found) }
}

describe('B4: a session that ends while something is typed', () => {
  it('opens the sign-in over the page, where the same person goes on and saves', async () => {
    const { person, dialog, name, reload } = await typeIntoForm()
    expect(window.localStorage.getItem('leadgate.auth')).toBeNull()
    expect(document.activeElement).toBe(dialog.getByLabelText('E-mail'))
    await person.keyboard('ada@example.com{Tab}wrong{Enter}')
    await dialog.findByText('These credentials do not match our records.')
    await person.clear(dialog.getByLabelText('Password'))
    await person.type(dialog.getByLabelText('Password'), 'right{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull())
    expect(name).toHaveProperty('value', 'Augusta Ada')
    expect(within(screen.getByRole('dialog')).queryByText(/Token has expired/)).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(`PUT ${author}`).at(-1)?.body).toMatchObject({ name: 'Augusta Ada' })
    expect(reload).not.toHaveBeenCalled()
  }, 60_000)

  it('names nobody: others may stand before the machine', async () => {
    const { dialog } = await typeIntoForm()
    expect(dialog.getByLabelText('E-mail')).toHaveProperty('value', '')
    const shown = screen.getByRole('dialog', { name: 'Sign in again' })
    expect(shown.textContent).not.toMatch(/Ada|Lovelace/)
    expect(shown.textContent).toContain('If somebody else signs in, what was typed here is lost.')
  }, 60_000)

  it('is loaded anew for anybody else, without what the first looked for', async () => {
    const { person, dialog, reload } = await typeIntoForm()
    store.setItem('user', 5)
    store.setItem('recent.5', [{ title: 'Ada' }])
    await person.type(dialog.getByLabelText('E-mail'), 'bob@example.com')
    await person.type(dialog.getByLabelText('Password'), 'right{Enter}')
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(session.read()?.access_token).toBe('new 6')
    expect(store.getItem('recent.5')).toBeUndefined()
  }, 60_000)
})

describe('a sign-out in another tab while something is typed', () => {
  const signInAgain = () => screen.queryByRole('dialog', { name: 'Sign in again' })

  /** What another tab stores as the session; nothing for a sign-out. */
  const inAnotherTab = (stored?: Session) =>
    act(async () => {
      const [key, newValue] = ['leadgate.auth', stored ? JSON.stringify(stored) : null]
      if (newValue) window.localStorage.setItem(key, newValue)
      else window.localStorage.removeItem(key)
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    })

  async function typeAndSignOut() {
    const visited = visit('/library/authors/3', everything)
    const name = await screen.findByLabelText(/^Name/)
    await visited.person.clear(name)
    await visited.person.type(name, 'Augusta Ada')
    await waitFor(() =>
      expect(window.sessionStorage.getItem('leadgate.draft')).toContain('Augusta Ada'),
    )
    await inAnotherTab()
    return { ...visited, name }
  }

  it('opens the sign-in over the page at once, and no longer names a record in its tab', async () => {
    const { leave, name } = await typeAndSignOut()
    expect(await screen.findByRole('dialog', { name: 'Sign in again' })).toBeTruthy()
    expect(leave).not.toHaveBeenCalled()
    expect(name).toHaveProperty('value', 'Augusta Ada')
    expect(document.title).not.toContain('Ada')
    expect(window.localStorage.getItem('leadgate.auth')).toBeNull()
  })

  it('gives the form back as it was typed to the same person, who signs in here', async () => {
    const { person, leave, name, reload } = await typeAndSignOut()
    await screen.findByLabelText('E-mail')
    await person.keyboard('ada@example.com{Tab}right{Enter}')
    await waitFor(() => expect(signInAgain()).toBeNull())
    expect(name).toHaveProperty('value', 'Augusta Ada')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(`PUT ${author}`).at(-1)?.body).toMatchObject({ name: 'Augusta Ada' })
    for (const gone of [leave, reload]) expect(gone).not.toHaveBeenCalled()
  })

  it('gives it back to the same person who signs in in the other tab', async () => {
    const { person, leave, name, reload } = await typeAndSignOut()
    await screen.findByRole('dialog', { name: 'Sign in again' })
    await inAnotherTab(sessionOf(everything, { access_token: 'new 5' }))
    await waitFor(() => expect(signInAgain()).toBeNull())
    expect(name).toHaveProperty('value', 'Augusta Ada')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(`PUT ${author}`).at(-1)?.body).toMatchObject({ name: 'Augusta Ada' })
    for (const gone of [leave, reload]) expect(gone).not.toHaveBeenCalled()
  })

  it('keeps nothing of it for anybody else who signs in there: they get a page of their own', async () => {
    const { leave, name } = await typeAndSignOut()
    window.sessionStorage.setItem('leadgate.list.x', '{"at":1,"operand":["ada@example.com"]}')
    await screen.findByRole('dialog', { name: 'Sign in again' })
    const bob = sessionOf(everything, { id: 6, name: 'Bob', access_token: 'new 6' })
    await inAnotherTab(bob)
    await waitFor(() => expect(leave).toHaveBeenCalled())
    expect(name.isConnected).toBe(false)
    expect(Object.keys(window.sessionStorage).filter((key) => key !== 'leadgate.return')).toEqual(
      [],
    )
    // Their session is theirs still.
    expect(window.localStorage.getItem('leadgate.auth')).toBe(JSON.stringify(bob))
  })

  it('leaves a page on which nothing is typed', async () => {
    const { leave } = visit('/library/authors/3', everything)
    await screen.findByLabelText(/^Name/)
    await inAnotherTab()
    await waitFor(() => expect(leave).toHaveBeenCalled())
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a sign-out on a page on which something is typed', () => {
  it('asks first', async () => {
    const { person, leave } = visit('/library/book/create', everything)
    const title = await screen.findByLabelText(/^Title/)
    await person.type(title, 'Sketches')
    const signOut = async () => {
      await person.click(screen.getByRole('button', { name: /Ada Lovelace/ }))
      await person.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    }
    await signOut()
    await person.click(await screen.findByRole('button', { name: 'Go on editing' }))
    expect(api.callsTo('DELETE /api/logout')).toEqual([])
    expect(title).toHaveProperty('value', 'Sketches')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await signOut()
    await person.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(leave).toHaveBeenCalled())
    expect(session.read()).toBeUndefined()
  })
})

describe('B4: a session that ends while something is typed in a dialog', () => {
  const reprint = '/api/library/book/7/reprint'

  it('keeps the dialog with every letter, which the same person sends then', async () => {
    const novel = { ...ada, id: 7, title: 'Sketches' }
    const list = { body: { data: [novel], meta: { total: 1, total_is: 'exact' } } }
    api.answer('GET /api/library/book/search', list)
    api.answer(`POST ${reprint}`, ({ headers }) =>
      headers.authorization === 'Bearer new 5'
        ? { body: { message: 'Done', data: { id: 7, version: 2 } } }
        : { status: 401, body: { message: 'Who?' } },
    )
    const { person, reload } = visit('/library/books/search', [...everything, 'book.reprint'])
    await person.click(await screen.findByRole('button', { name: 'Actions for Sketches' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Reprint' }))
    const note = await screen.findByLabelText(/^Printer’s note/)
    await person.type(note, 'On better paper')
    await person.click(screen.getByRole('button', { name: 'Reprint' }))
    const again = await screen.findByRole('dialog', { name: 'Sign in again' }, afterTheWarning)
    await person.type(within(again).getByLabelText('E-mail'), 'ada@example.com{Tab}right{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull())
    expect(note).toHaveProperty('value', 'On better paper')
    await person.click(screen.getByRole('button', { name: 'Reprint' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(`POST ${reprint}`).at(-1)?.body).toEqual({
      note: 'On better paper',
      size: null,
    })
    expect(reload).not.toHaveBeenCalled()
  }, 60_000)
})

describe('B4: a session that ends while rows are ticked', () => {
  it('keeps them, and the question that was asked about them', async () => {
    const novel = { ...ada, id: 7, title: 'Sketches' }
    const list = { body: { data: [novel], meta: { total: 1, total_is: 'exact' } } }
    api.answer('GET /api/library/book/search', list)
    api.answer('POST /api/library/book/bulk/delete', ({ headers }) =>
      headers.authorization === 'Bearer new 5'
        ? { body: { message: 'Done', data: { count: 1 } } }
        : { status: 401, body: { message: 'Who?' } },
    )
    const { person, reload } = visit('/library/books/search', everything)
    await screen.findByText('Sketches')
    const ticked = () => screen.getAllByRole('checkbox', { hidden: true, checked: true })
    await person.click(screen.getAllByRole('checkbox').at(-1)!)
    await person.click(
      within(screen.getByRole('toolbar', { name: 'Selected records' })).getByText('Delete'),
    )
    const question = await screen.findByRole('dialog')
    await person.click(within(question).getByRole('button', { name: 'Delete' }))
    const again = await screen.findByRole('dialog', { name: 'Sign in again' }, afterTheWarning)
    await person.type(within(again).getByLabelText('E-mail'), 'ada@example.com{Tab}right{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull())
    expect(ticked().length).toBeGreaterThan(0)
    expect(screen.getByRole('dialog')).toBe(question)
    expect(reload).not.toHaveBeenCalled()
  }, 60_000)
})

describe('B4: a sign-in leads back', () => {
  const path = '/library/authors?perPage=50'

  it('to the address that was opened without one', async () => {
    const { leave } = visit(path)
    await waitFor(() => expect(leave).toHaveBeenCalled())
    cleanup()
    visit('/', everything)
    await waitFor(() => expect(window.location.pathname).toBe('/library/authors'))
    expect(window.location.search).toContain('perPage=50')
    cleanup()
    visit('/', everything)
    await waitFor(() => expect(window.location.pathname).toBe('/library/books/search'))
  })

  it.each([
    [5, '/library/authors'],
    [6, '/library/books/search'],
  ])('after its session has ended by itself only person 5: person %i to %s', async (id, found) => {
    noteInterrupted(5)
    const { leave } = visit(path)
    await waitFor(() => expect(leave).toHaveBeenCalled())
    cleanup()
    visit('/', everything, { id })
    await waitFor(() => expect(window.location.pathname).toBe(found))
  })

  it('nobody after signing out', async () => {
    const { person, leave } = visit('/library/authors', everything)
    await person.click(await screen.findByRole('button', { name: /Ada Lovelace/ }))
    await person.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(leave).toHaveBeenCalled())
    cleanup()
    visit('/', everything)
    await waitFor(() => expect(window.location.pathname).toBe('/library/books/search'))
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/%09//evil.example/../..//',
    '/\t/evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/',
    '/login',
  ])('C4: never elsewhere: %j', (text) => {
    const found = localPath(text)
    const url = new URL(found ?? '/', window.location.origin)
    expect(url.origin).toBe(window.location.origin)
    expect(found ?? '').not.toMatch(/^\/[/\\]/)
    if (text === '/' || text === '/login') expect(found).toBeUndefined()
  })
})
