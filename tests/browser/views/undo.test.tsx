import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { endSession, session } from '../../../src/browser/session.ts'
import { createUndoStore, undoStore } from '../../../src/browser/views/acts/undoStore.ts'
import { fakeProvider, refusal, rowsOf, visit } from './console.tsx'
import { bigLamp, lamp } from './fixture.ts'

beforeEach(() => undoStore.clear())

describe('what can be undone', () => {
  const undoable = { text: 'Changed', resource: 'things', path: '/store/thing/7/undo', body: {} }

  it('is still known after a reload of the page', () => {
    undoStore.add(undoable)
    expect(createUndoStore(window.sessionStorage).read()).toEqual([undoable])
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
    const { person } = visit('/store/things/7', { provider })
    await person.type(await screen.findByDisplayValue('A small lamp'), '!')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    fireEvent.click(await undoButton())
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith('POST', '/store/thing/7/undo', { version: 4 }),
    )
    expect(await screen.findByText('Undone')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('is not offered for a secret, which nobody keeps', async () => {
    const provider = fakeProvider({
      update: vi.fn(async () => ({ data: lamp({ version: 4 }) })) as never,
    })
    const { person } = visit('/store/things/7', { provider })
    await person.type(await screen.findByPlaceholderText('Unchanged'), 'violet-kettle-92')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Thing successfully updated')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('of a deletion restores the record', async () => {
    const provider = fakeProvider({
      delete: vi.fn(async () => ({ data: { id: 7, version: 4 } })) as never,
    })
    const { person } = visit('/store/things', { provider })
    await person.click(await screen.findByRole('button', { name: 'Actions for A small lamp' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('You can undo it afterwards.')).toBeTruthy()
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }))
    fireEvent.click(await undoButton())
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith('POST', '/store/thing/7/restore', { version: 4 }),
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
    fireEvent.click(await undoButton())
    expect(call).toHaveBeenLastCalledWith('POST', '/store/thing/bulk/restore', {
      ids: [7, 8],
      versions: [4, 6],
    })
    expect(await screen.findByText('1 undone, 1 left: changed since.')).toBeTruthy()
  })

  it('says so when somebody has changed the record since', async () => {
    const provider = fakeProvider({
      update: vi.fn(async () => ({ data: lamp({ version: 4 }) })) as never,
      call: vi
        .fn()
        .mockRejectedValue(refusal(409, 'Changed by someone else since. It is not undone.')),
    })
    const { person } = visit('/store/things/7', { provider })
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
    const { person } = visit('/store/things/7', { provider })
    await person.type(await screen.findByDisplayValue('A small lamp'), '!')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    const bar = await screen.findByRole('group', { name: 'What you did last' })
    expect(within(bar).getByText('Thing successfully updated')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Actions for A small lamp' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Undo my last change' }))
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith('POST', '/store/thing/7/undo', { version: 4 }),
    )
    await waitFor(() =>
      expect(screen.queryByRole('group', { name: 'What you did last' })).toBeNull(),
    )
  })
})
