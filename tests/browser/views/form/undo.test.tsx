import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { AdminContext, memoryStore } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createI18nProvider } from '../../../../src/browser/client/i18n/i18nProvider.ts'
import { endSession, session } from '../../../../src/browser/client/session/session.ts'
import { UserContext } from '../../../../src/browser/client/session/user.ts'
import { ActionProvider } from '../../../../src/browser/views/actions/ActionProvider.tsx'
import { SlotsContext } from '../../../../src/browser/views/slots.ts'
import { slots } from '../../../../src/features/index.browser.ts'
import { UndoBar } from '../../../../src/features/undo/UndoBar.tsx'
import { createUndoStore, undoStore } from '../../../../src/features/undo/undoStore.ts'
import { ResourcesContext } from '../../../../src/browser/client/records/resources.ts'
import { pointAt, pointAway } from '../../pointing.ts'
import { fakeProvider, fewFields, refusal, rowsOf, visit } from '../console.tsx'
import { aKey, bigLamp, lamp, resources, userWith } from '../fixture.ts'

const key = expect.stringMatching(aKey)

beforeEach(() => undoStore.clear())

describe('what can be undone', () => {
  const undoable = { act: 'update', resource: 'things', path: '/store/thing/7/undo', body: {} }

  it('is still known after a reload of the page', () => {
    undoStore.add(undoable)
    expect(createUndoStore(window.sessionStorage).read()).toEqual([undoable])
  })

  it('B7: is the last act alone: what was done before it does not come back', () => {
    const store = createUndoStore(window.sessionStorage)
    const other = { ...undoable, path: '/store/thing/8/undo' }
    store.add(undoable)
    store.add(other)
    expect(store.last()).toBe(other)
    store.drop(other)
    expect([store.last(), store.read()]).toEqual([undefined, [undoable]])
    store.add(other)
    store.pass()
    expect(store.last()).toBeUndefined()
  })

  it('is forgotten with the sign-out', () => {
    undoStore.add(undoable)
    endSession(session)
    expect(undoStore.read()).toEqual([])
    expect(createUndoStore(window.sessionStorage).read()).toEqual([])
  })

  it('is nothing where something else was kept', () => {
    window.sessionStorage.setItem('leadgate.undo', JSON.stringify([{ text: 'x' }]))
    expect(createUndoStore(window.sessionStorage).read()).toEqual([])
  })
})

describe('undo', () => {
  // By its text: looking for roles takes longer than a toast is shown where the machine is busy.
  const undoButton = () => screen.findByText('Undo')

  it('of a change is offered by its toast and asked of the server with the version it made', async () => {
    const provider = fakeProvider({
      update: vi.fn(async () => ({ data: lamp({ version: 4 }) })) as never,
    })
    const { person } = visit('/store/things/7', { provider, form: fewFields })
    await person.type(await screen.findByDisplayValue('A small lamp'), '!')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    fireEvent.click(await undoButton())
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith(
        'POST',
        '/store/thing/7/undo',
        { version: 4 },
        { key },
      ),
    )
    expect(await screen.findByText('Undone')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('is not offered for a secret, which nobody keeps', async () => {
    const provider = fakeProvider({
      update: vi.fn(async () => ({ data: lamp({ version: 4 }) })) as never,
    })
    const { person } = visit('/store/things/7', { provider, form: fewFields })
    await person.type(await screen.findByPlaceholderText('Unchanged'), 'violet-kettle-92')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Thing successfully updated')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('of a deletion restores the record', async () => {
    const provider = fakeProvider({
      call: vi.fn(async () => ({ data: { id: 7, version: 4 } })) as never,
    })
    const { person } = visit('/store/things', { provider })
    await person.click(await screen.findByRole('button', { name: 'Actions for A small lamp' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('You can undo it afterwards.')).toBeTruthy()
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }))
    fireEvent.click(await undoButton())
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith(
        'POST',
        '/store/thing/7/restore',
        { version: 4 },
        { key },
      ),
    )
  })

  it('of a bulk act takes back all of it, and says what others have changed since', async () => {
    const call = vi
      .fn()
      .mockResolvedValueOnce({
        message: 'Things deleted',
        data: {
          done: 2,
          skipped: 0,
          records: [
            { id: 7, version: 4 },
            { id: 8, version: 6 },
          ],
        },
      })
      .mockResolvedValue({ data: { done: 1, skipped: 1 } })
    const provider = fakeProvider({ getList: rowsOf(lamp(), bigLamp()), call: call as never })
    const { person } = visit('/store/things', { provider })
    await screen.findByRole('table')
    await person.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    await person.click(screen.getByRole('button', { name: 'Delete' }))
    await person.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }),
    )
    expect(await screen.findByText('2 things deleted')).toBeTruthy()
    fireEvent.click(await undoButton())
    expect(call).toHaveBeenLastCalledWith(
      'POST',
      '/store/thing/bulk/restore',
      { ids: [7, 8], versions: [4, 6] },
      { key },
    )
    expect(await screen.findByText('1 undone, 1 left: changed since.')).toBeTruthy()
  })

  it('B7, B24: of an action is offered like that of a change, with the number and the new value', async () => {
    const records = [
      { id: 7, version: 4 },
      { id: 8, version: 6 },
    ]
    const call = vi
      .fn()
      .mockResolvedValueOnce({ message: 'Set price: done', data: { id: 7, version: 4 } })
      .mockResolvedValueOnce({ data: { done: 2, skipped: 0, records } })
      .mockResolvedValue({ data: { done: 2, skipped: 0 } })
    const provider = fakeProvider({ getList: rowsOf(lamp(), bigLamp()), call: call as never })
    const { person } = visit('/store/things', { provider })
    await person.click(await screen.findByRole('button', { name: 'Actions for A small lamp' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Set price' }))
    const dialog = await screen.findByRole('dialog')
    await person.type(within(dialog).getByRole('textbox', { name: /New price/ }), '12.5')
    await person.click(within(dialog).getByRole('button', { name: 'Set price' }))
    const toast = await screen.findByText('Set price: done')
    expect(toast.textContent).toContain('New price: 12.5')
    expect(undoStore.last()).toMatchObject({ path: '/store/thing/7/undo', body: { version: 4 } })

    await person.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    await person.click(screen.getByRole('button', { name: 'Polish' }))
    await person.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Polish' }),
    )
    // On a busy machine the one of the first action stands there for a moment.
    const bar = await waitFor(() => {
      const last = screen.getByRole('group', { name: 'What you did last' })
      expect(last.textContent).toContain('Polish: 2 things')
      return last
    })
    await person.click(within(bar).getByRole('button', { name: 'Undo' }))
    expect(call).toHaveBeenLastCalledWith(
      'POST',
      '/store/thing/bulk/undo',
      { ids: [7, 8], versions: [4, 6] },
      { key },
    )
    await waitFor(() =>
      expect(screen.queryByRole('group', { name: 'What you did last' })).toBeNull(),
    )
  })

  it('B7: of something else gives way to what was done since and cannot be undone', async () => {
    const provider = fakeProvider({
      update: vi.fn(async () => ({ data: lamp({ version: 4 }) })) as never,
      getList: rowsOf(lamp({ version: 4 })),
    })
    const { person } = visit('/store/things/7', { provider, form: fewFields })
    await person.type(await screen.findByDisplayValue('A small lamp'), '!')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Thing successfully updated')
    expect(undoStore.last()).toBeTruthy()
    await person.click(await screen.findByRole('button', { name: 'Actions for A small lamp' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Polish' }))
    await screen.findByText('Polish: done')
    expect(undoStore.last()).toBeUndefined()
  })

  it('says so when somebody has changed the record since', async () => {
    const provider = fakeProvider({
      update: vi.fn(async () => ({ data: lamp({ version: 4 }) })) as never,
      call: vi
        .fn()
        .mockRejectedValue(refusal(409, 'Changed by someone else since. It is not undone.')),
    })
    const { person } = visit('/store/things/7', { provider, form: fewFields })
    await person.type(await screen.findByDisplayValue('A small lamp'), '!')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    fireEvent.click(await undoButton())
    expect(await screen.findByText('Changed by someone else since. It is not undone.')).toBeTruthy()
  })

  it('stays within reach when the toast has closed: at the page’s edge and in the menu of the row', async () => {
    const provider = fakeProvider({
      getList: rowsOf(lamp({ version: 4 })),
      update: vi.fn(async () => ({ data: lamp({ version: 4 }) })) as never,
    })
    const { person } = visit('/store/things/7', { provider, form: fewFields })
    await person.type(await screen.findByDisplayValue('A small lamp'), '!')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    const bar = await screen.findByRole('group', { name: 'What you did last' })
    expect(within(bar).getByText('Thing successfully updated')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Actions for A small lamp' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Undo my last change' }))
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith(
        'POST',
        '/store/thing/7/undo',
        { version: 4 },
        { key },
      ),
    )
    await waitFor(() =>
      expect(screen.queryByRole('group', { name: 'What you did last' })).toBeNull(),
    )
  })
})

describe('B28: the bar', () => {
  afterEach(() => void vi.useRealTimers())
  const deleted = {
    act: 'delete',
    resource: 'tags',
    count: 4,
    path: '/settings/tag/bulk/restore',
    body: { ids: [1, 2, 3, 4] },
  }
  const bar = () => screen.queryByRole('group')

  it('speaks the language of the moment, and goes by itself unless somebody is at it', () => {
    vi.useFakeTimers()
    undoStore.add(deleted)
    const texts = { 'console.things_deleted': '%{things} weg', 'resources.tags.name': 'Marken' }
    const { rerender } = render(around({}))
    const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
    pass(3000)
    expect(bar()?.textContent).toContain('4 tags deleted')
    rerender(around(texts))
    expect(bar()?.textContent).toContain('4 marken weg')
    pointAt(bar() as HTMLElement)
    pass(60_000)
    pointAway()
    pass(30_000)
    expect(bar()).toBeNull()
    expect(undoStore.last()).toBe(deleted)
  })

  it('stands once, where views that start actions stand within another one', async () => {
    const undoing = { note: vi.fn(), useUndo: vi.fn(), Button: () => null, Bar: () => <hr /> }
    const nested = (
      <SlotsContext.Provider value={{ ...slots, features: [{ undoing }] }}>
        <ActionProvider>
          <ActionProvider>Within</ActionProvider>
        </ActionProvider>
      </SlotsContext.Provider>
    )
    render(around({}, fakeProvider(), nested))
    expect(await screen.findByText('Within')).toBeTruthy()
    expect(screen.getAllByRole('separator')).toHaveLength(1)
  })

  it('of a job waits for its end, and names as many as it has changed: one cancelled has done less', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const job = { id: 5, name: 'Tags: Delete', state: 'running', processed: 200, failed: 0 }
    const getOne = vi.fn(async () => ({ data: job }))
    undoStore.add({ ...deleted, count: 19_999, body: { job_id: 5 } })
    render(around({}, fakeProvider({ getOne: getOne as never })))
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(getOne).toHaveBeenCalled()
    expect(bar()).toBeNull()
    getOne.mockResolvedValue({ data: { ...job, state: 'cancelled', processed: 5000, failed: 1 } })
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(bar()?.textContent).toContain('4,999 tags deleted')
  })
})

const around = (
  language: Record<string, string>,
  provider = fakeProvider(),
  children = <UndoBar />,
) => (
  <AdminContext
    dataProvider={provider}
    i18nProvider={createI18nProvider('en', language)}
    store={memoryStore()}
  >
    <UserContext.Provider value={userWith()}>
      <ResourcesContext.Provider value={resources}>{children}</ResourcesContext.Provider>
    </UserContext.Provider>
  </AdminContext>
)
