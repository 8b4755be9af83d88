import { ThemeProvider, createTheme } from '@mui/material/styles'
import Dialog from '@mui/material/Dialog'
import Drawer from '@mui/material/Drawer'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import reactAdminTexts from 'ra-language-english'
import { CoreAdminContext, useAddUndoableMutation, useNotify } from 'react-admin'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { Toasts } from '../../../src/browser/frame/layout/toasts/Toasts.tsx'
import { session } from '../../../src/browser/client/session/session.ts'
import { darkTheme, lightTheme } from '../../../src/browser/ui/theme/theme.ts'
import { pointAt, pointAway } from '../pointing.ts'
import { api, recordCalls, serveApi, visit } from './console.tsx'
import { everything } from './fixture.ts'

serveApi()

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('specification 4: a permission taken away', () => {
  it('closes its screen without a reload and asks for nothing more there', async () => {
    // A refresh that was asked before would bring the permission back.
    api.answer('GET /api/profile', { hangs: true })
    const { reload } = visit('/library/authors', everything)
    await screen.findByText('Ada')
    // What asks anew under other permissions comes after the page.
    await waitFor(() => expect(api.callsTo('GET /api/events')).toHaveLength(1))
    const before = recordCalls().length
    const permissions = everything.filter((one) => one !== 'author.view')
    act(() => session.write({ ...session.read()!, permissions }))
    expect(await heading('No permission')).toBeTruthy()
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(recordCalls().length).toBe(before)
    expect(reload).not.toHaveBeenCalled()
    expect(window.location.pathname).toBe('/library/authors')
  })

  it('is found by the first refresh of the profile, 100 ms after the start', async () => {
    const permissions = everything.filter((one) => one !== 'author.view')
    api.answer('GET /api/profile', () => ({ body: { data: { ...session.read(), permissions } } }))
    visit('/library/authors', everything)
    expect(await heading('No permission')).toBeTruthy()
  })
})

describe('specification 8: connectivity loss', () => {
  const lost = 'Internet connection is lost'
  let online: ReturnType<typeof vi.spyOn> | undefined
  afterEach(() => online?.mockRestore())

  function turn(isOnline: boolean) {
    online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
  }

  it('is told while it lasts and gone when the connection is back', async () => {
    visit('/help', everything)
    await heading('Help')
    expect(screen.queryByText(lost)).toBeNull()
    turn(false)
    expect(screen.getByText(lost)).toBeTruthy()
    turn(true)
    expect(screen.queryByText(lost)).toBeNull()
  })
})

describe('specification 8: a server that cannot answer', () => {
  const toasts = () =>
    screen.queryAllByText('The server is unavailable', {
      selector: '[role=status] .MuiAlert-message',
    })

  it.each([{ status: 500 }, { breaks: true }] as const)(
    'is told by a toast, also when nobody asked for anything: %o',
    async (reply) => {
      api.answer('GET /api/profile', reply)
      visit('/help', everything)
      await waitFor(() => expect(toasts()).toHaveLength(1))
      await waitFor(() => expect(toasts()).toHaveLength(0))
    },
  )

  it('names the request, and to those who work on the code what broke and where', async () => {
    const problem = 'TypeError: no such hook\nat beforeCreate (resources/bookings.server.ts:3:5)'
    const data = { request_id: 'a-b-c', problem }
    api.answer('GET /api/profile', { status: 500, body: { message: 'Bug', data } })
    visit('/help', everything)
    const toast = await screen.findByText(/Request a-b-c/, { selector: '.MuiAlert-message' })
    expect(toast.textContent).toBe(`The server is unavailable\n${problem}\nRequest a-b-c`)
  })
})

describe('specification 9: a toast', () => {
  afterEach(() => void vi.useRealTimers())
  function Speaker() {
    const notify = useNotify()
    return <button onClick={() => notify('Saved')}>Save</button>
  }
  const openWith = (page: ReactNode) =>
    render(
      <CoreAdminContext i18nProvider={polyglotI18nProvider(() => reactAdminTexts)}>
        {page}
        <Toasts />
      </CoreAdminContext>,
    )
  const shown = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

  it('closes after 3 s, and is not said twice meanwhile', () => {
    vi.useFakeTimers()
    openWith(<Speaker />)
    fireEvent.click(screen.getByText('Save'))
    fireEvent.click(screen.getByText('Save'))
    expect(shown()).toEqual(['Saved'])
    act(() => void vi.advanceTimersByTime(2999))
    expect(shown()).toEqual(['Saved'])
    act(() => void vi.advanceTimersByTime(1))
    expect(shown()).toEqual([])
  })

  it('B21: waits while the mouse or the focus is on it', () => {
    vi.useFakeTimers()
    openWith(<Speaker />)
    fireEvent.click(screen.getByText('Save'))
    const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
    pass(1000)
    pointAt(screen.getByRole('alert'))
    pass(60_000)
    expect(shown()).toEqual(['Saved'])
    pointAway()
    pass(1999)
    act(() => screen.getByRole('button', { name: 'Close' }).focus())
    pass(60_000)
    expect(shown()).toEqual(['Saved'])
    act(() => screen.getByText('Save').focus())
    pass(1000)
    expect(shown()).toEqual([])
  })

  it('ends what react-admin can undo, one after the other, or takes it back', async () => {
    const done: unknown[] = []
    function Remover() {
      const notify = useNotify()
      const addMutation = useAddUndoableMutation()
      const remove = (id: number) => {
        addMutation((how) => void done.push([id, how]))
        notify('none.deleted', { undoable: true, messageArgs: { _: 'Book deleted' } })
      }
      return [1, 2].map((id) => (
        <button key={id} onClick={() => remove(id)}>{`Remove ${id}`}</button>
      ))
    }
    vi.useFakeTimers()
    openWith(<Remover />)
    fireEvent.click(screen.getByText('Remove 1'))
    fireEvent.click(screen.getByText('Remove 2'))
    expect(shown()).toEqual(['Book deletedUndo'])
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    act(() => void vi.advanceTimersByTime(3000))
    expect(done).toEqual([[1, { isUndo: false }]])
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(done[1]).toEqual([2, { isUndo: true }])
    expect(shown()).toEqual([])
  })
})

describe.each([
  ['dialog', Dialog, '.MuiDialog-container', lightTheme],
  ['dialog', Dialog, '.MuiDialog-container', darkTheme],
  ['drawer', Drawer, '.MuiDrawer-paper', lightTheme],
] as const)('specification 2: a modal as a %s', (_name, Modal, moving, options) => {
  afterEach(() => void vi.useRealTimers())
  const entered = vi.fn()
  const modal = (open: boolean) => (
    <ThemeProvider theme={createTheme(options)}>
      <Modal
        {...{ open }}
        {...(Modal === Drawer ? { ModalProps: { keepMounted: true } } : { keepMounted: true })}
        slotProps={{ paper: { role: 'dialog' }, transition: { onEntered: entered } }}
      />
    </ThemeProvider>
  )
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
  const times = (selector: string) =>
    document.querySelector<HTMLElement>(selector)?.style.transition.match(/\d+ms(?= cubic)/)?.[0]

  it('appears in 500 ms, enters in 300 ms and leaves at once', () => {
    vi.useFakeTimers()
    entered.mockClear()
    const { rerender } = render(modal(true))
    // What the style sheet says is what is seen.
    expect([times(moving), times('.MuiBackdrop-root')]).toEqual(['500ms', '500ms'])
    pass(499)
    expect(entered).toHaveBeenCalledTimes(0)
    pass(1)
    expect(entered).toHaveBeenCalledTimes(1)
    rerender(modal(false))
    pass(0)
    expect(screen.queryByRole('dialog')).toBeNull()
    rerender(modal(true))
    expect([times(moving), times('.MuiBackdrop-root')]).toEqual(['300ms', '300ms'])
    pass(299)
    expect(entered).toHaveBeenCalledTimes(1)
    pass(1)
    expect(entered).toHaveBeenCalledTimes(2)
  })

  it('and everything that moves stands still for those who asked for it', () => {
    const css = JSON.stringify(options.components?.MuiCssBaseline?.styleOverrides)
    expect(css).toContain('prefers-reduced-motion: reduce')
  })
})
