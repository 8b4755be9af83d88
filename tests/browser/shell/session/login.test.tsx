import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { session } from '../../../../src/browser/client/session/session.ts'
import { LoginPage } from '../../../../src/browser/frame/login/LoginPage.tsx'
import { startApi, tellApiOrigin, type Api } from '../api.ts'
import { sessionOf } from '../fixture.ts'

let api: Api

const account = { name: 'Manager', email: 'manager@example.com', password: 'a good long one' }

beforeAll(async () => {
  api = await startApi()
  const takeBack = tellApiOrigin(api.origin)
  return () => (takeBack(), api.stop())
})
afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  session.write(undefined)
  api.calls.length = 0
  api.answer('GET /api/setup', { body: { data: { needed: false, demo_accounts: [] } } })
  api.answer('POST /api/login', { body: { data: sessionOf(['author.view']) } })
})

function open() {
  const onTyping = vi.fn()
  const onSignedIn = vi.fn()
  render(<LoginPage onTyping={onTyping} onSignedIn={onSignedIn} />)
  return { onTyping, onSignedIn, person: userEvent.setup() }
}

const email = () => screen.getByLabelText<HTMLInputElement>('E-mail')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

async function signIn(person: ReturnType<typeof userEvent.setup>) {
  await person.type(email(), 'ada@example.com')
  await person.type(password(), 'wrong')
  await person.click(button('Sign in'))
}

describe('the login form', () => {
  it('has an e-mail field and a password that can be shown and hidden', async () => {
    const { person } = open()
    expect(email().type).toBe('email')
    expect(password().type).toBe('password')
    await person.click(button('Show password'))
    expect(password().type).toBe('text')
    await person.click(button('Hide password'))
    expect(password().type).toBe('password')
  })

  it('stands beside a cover that is drawn, not fetched', async () => {
    open()
    const page = screen.getByRole('main')
    await waitFor(() => expect(page.querySelector('svg.cover')).toBeTruthy())
    const [cover, side] = page.children
    expect(cover?.querySelectorAll('svg.cover path').length).toBeGreaterThan(20)
    expect(cover?.querySelector('svg.cover .gate')).toBeTruthy()
    expect(cover?.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
    expect(side?.contains(email())).toBe(true)
    expect(page.querySelector('img, image, [style*="url("]')).toBeNull()
  })

  it('M5: tells the server by which token it knows this browser, only where it is locked', async () => {
    localStorage.setItem('leadgate.device', 'lgd_known')
    api.answer('POST /api/login', ({ body }) =>
      'device' in body
        ? { body: { data: sessionOf([]) } }
        : { status: 429, body: { message: 'Too many tries.' } },
    )
    const { person, onSignedIn } = open()
    await signIn(person)
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled(), { timeout: 5_000 })
    const sent = { email: 'ada@example.com', password: 'wrong' }
    const bodies = api.callsTo('POST /api/login').map(({ body }) => body)
    expect(bodies).toEqual([sent, { ...sent, device: 'lgd_known' }])
    localStorage.removeItem('leadgate.device')
  })

  it('shows the first message of the server under each field', async () => {
    const errors = { email: ['Wrong', 'Second'], password: ['Too short'] }
    api.answer('POST /api/login', { status: 422, body: { message: 'Check', errors } })
    const { person, onSignedIn } = open()
    await signIn(person)
    await screen.findByText('Wrong')
    expect(email().getAttribute('aria-invalid')).toBe('true')
    const note = email().getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(note)?.textContent).toBe('Wrong')
    expect(screen.getByText('Too short')).toBeTruthy()
    expect(screen.queryByText('Second')).toBeNull()
    expect(document.activeElement).toBe(email())
    expect(onSignedIn).not.toHaveBeenCalled()
    expect(button('Sign in').disabled).toBe(false)
  })

  it('cannot be sent twice', async () => {
    let answer: () => void = () => {}
    const waiting = new Promise<void>((resolve) => {
      answer = resolve
    })
    api.answer('POST /api/login', async () => {
      await waiting
      return { status: 422, body: { message: 'No', errors: { email: ['No'] } } }
    })
    const { person } = open()
    await signIn(person)
    expect(button('Signing in …').disabled).toBe(true)
    await person.type(password(), '{Enter}')
    answer()
    await screen.findByText('No')
    expect(api.callsTo('POST /api/login')).toHaveLength(1)
  })

  it('waits a second after a success, with the session kept', async () => {
    const { person, onSignedIn } = open()
    await person.type(email(), 'ada@example.com')
    await person.type(password(), 'a good long one')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const signedIn = new Promise<void>((resolve) => session.subscribe(resolve))
    fireEvent.click(button('Sign in'))
    await act(() => signedIn)
    expect(session.read()?.access_token).toBe('secret-token')
    await act(() => vi.advanceTimersByTimeAsync(999))
    expect(onSignedIn).not.toHaveBeenCalled()
    expect(button('Signing in …').disabled).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(onSignedIn).toHaveBeenCalledTimes(1)
    expect(api.callsTo('POST /api/login')[0]?.body).toEqual({
      email: 'ada@example.com',
      password: 'a good long one',
    })
  })

  it('says how long to wait after too many tries', async () => {
    const message = 'Too many tries. Try again in 15 minutes.'
    api.answer('POST /api/login', { status: 429, body: { message } })
    const { person } = open()
    await signIn(person)
    expect((await screen.findByText(message)).parentElement?.getAttribute('role')).toBe('alert')
  })

  it.each([500, 502])('says after a %i that the server is unavailable', async (status) => {
    api.answer('POST /api/login', { status, body: { message: 'at line 3' } })
    const { person } = open()
    await signIn(person)
    expect(await screen.findByText('The server is unavailable')).toBeTruthy()
  })

  it('B3 4: says so in a toast, at every try', async () => {
    api.answer('POST /api/login', { breaks: true })
    const { person } = open()
    const toast = () => screen.queryByText('The server is unavailable', { selector: '.toast' })
    await signIn(person)
    await waitFor(() => expect(toast()).toBeTruthy())
    const first = toast()
    await person.type(password(), '{Enter}')
    await waitFor(() => expect(toast()).toBeTruthy())
    // Another one: it is read aloud again, and closes three seconds after this try.
    expect(toast()).not.toBe(first)
  })

  it('forgets what another user looked for in this browser, and only that', async () => {
    window.localStorage.clear()
    const kept = 'leadgate.preference.theme'
    const looked = 'leadgate.preference.leads.listParams'
    window.localStorage.setItem(kept, '"dark"')
    for (const [id, left] of [
      [5, null],
      [5, '{}'],
      [6, null],
    ] as const) {
      window.localStorage.setItem(looked, '{}')
      if (id === 6) api.answer('POST /api/login', { body: { data: sessionOf([], { id }) } })
      session.write(undefined)
      const { person, onSignedIn } = open()
      await signIn(person)
      await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
      expect(window.localStorage.getItem(looked)).toBe(left)
      cleanup()
    }
    expect(window.localStorage.getItem(kept)).toBe('"dark"')
  })

  it('has the console fetched while the user types', async () => {
    const { person, onTyping } = open()
    expect(onTyping).not.toHaveBeenCalled()
    await person.type(email(), 'a')
    expect(onTyping).toHaveBeenCalled()
  })
})

describe('demo accounts', () => {
  it('are filled in by a click', async () => {
    const setup = { needed: false, demo_accounts: [account] }
    api.answer('GET /api/setup', { body: { data: setup } })
    const { person } = open()
    await person.click(await screen.findByRole('button', { name: /Manager/ }))
    expect([email().value, password().value]).toEqual([account.email, account.password])
  })

  it('appear when the server comes up after the page', async () => {
    api.answer('GET /api/setup', { status: 502 })
    open()
    await waitFor(() => expect(api.callsTo('GET /api/setup')).toHaveLength(1))
    const setup = { needed: false, demo_accounts: [account] }
    api.answer('GET /api/setup', { body: { data: setup } })
    expect(await screen.findByText('Manager')).toBeTruthy()
  })

  it.each([
    [502, [1, 2, 2, 3, 3, 3, 3, 4]],
    [403, [1, 1, 1, 1, 1, 1, 1, 1]],
  ])(
    '7: of a server that answers %i are asked for ever more seldom, or no more',
    async (status, counts) => {
      const answer = async () => new Response('', { status })
      const ask = vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      render(<LoginPage onTyping={() => {}} onSignedIn={() => {}} />)
      const seen: number[] = []
      for (const _three of counts) {
        await act(() => vi.advanceTimersByTimeAsync(10))
        seen.push(ask.mock.calls.length)
        await act(() => vi.advanceTimersByTimeAsync(3_000))
      }
      expect(seen).toEqual(counts)
      ask.mockRestore()
    },
  )

  it('are not offered without the server naming them', async () => {
    open()
    await waitFor(() => expect(api.callsTo('GET /api/setup')).toHaveLength(1))
    expect(screen.queryByText('Demo accounts')).toBeNull()
  })
})

describe('on an empty database', () => {
  beforeEach(() => {
    api.answer('GET /api/setup', { body: { data: { needed: true, demo_accounts: [] } } })
  })

  it('the first administrator is made and signed in', async () => {
    api.answer('POST /api/setup', { status: 201, body: { message: 'Made', data: {} } })
    const { person, onSignedIn } = open()
    await person.type(await screen.findByLabelText('Set-up code'), 'ABCD-1234')
    await person.type(screen.getByLabelText('Name'), 'Ada')
    await person.type(email(), 'ada@example.com')
    await person.type(password(), 'a good long one')
    await person.click(button('Make administrator'))
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1))
    const person1 = { email: 'ada@example.com', password: 'a good long one' }
    expect(api.callsTo('POST /api/setup')[0]?.body).toEqual({
      code: 'ABCD-1234',
      name: 'Ada',
      ...person1,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    expect(api.callsTo('POST /api/login')[0]?.body).toEqual(person1)
  })

  it('a wrong code is told under its field', async () => {
    const errors = { code: ['This code is wrong or has expired'] }
    api.answer('POST /api/setup', { status: 422, body: { message: 'Check', errors } })
    const { person } = open()
    await person.click(await screen.findByRole('button', { name: 'Make administrator' }))
    expect(await screen.findByText('This code is wrong or has expired')).toBeTruthy()
  })
})
