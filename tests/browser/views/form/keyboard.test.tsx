import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { fakeProvider, visit } from '../console.tsx'
import { bigLamp, lamp } from '../fixture.ts'

/** Opens the question before a deletion from the menu of a row. */
async function openDeletion(provider = fakeProvider()) {
  const { person } = visit('/store/things', { provider })
  const button = await screen.findByRole('button', { name: 'Actions for A small lamp' })
  button.focus()
  await person.keyboard('{Enter}')
  await screen.findByRole('menu')
  await person.keyboard('{End}{Enter}')
  await screen.findByRole('dialog')
  return { person, button }
}

describe('a list by keyboard alone', () => {
  it('selects rows with space, opens a menu, runs an act', async () => {
    const { person, provider } = visit('/store/things')
    const box = (await screen.findAllByRole('checkbox'))[1] as HTMLElement
    box.focus()
    await person.keyboard(' ')
    expect(await screen.findByText('1 selected')).toBeTruthy()
    screen.getByRole('button', { name: 'Actions for A small lamp' }).focus()
    await person.keyboard('{Enter}')
    await screen.findByRole('menu')
    await person.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith('POST', '/store/thing/7/polish', {}),
    )
  })

  it('reaches every control of a row by arrow, copy buttons included', async () => {
    const { person } = visit('/store/things')
    ;((await screen.findAllByRole('checkbox'))[1] as HTMLElement).focus()
    await person.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy 7' }))
    await person.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'A small lamp' }))
    await person.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(document.activeElement).toBe(screen.getAllByRole('checkbox')[1])
  })

  it('gets the focus back after a dialog that a menu opened', async () => {
    const { person, button } = await openDeletion()
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('keeps the focus in the list when the row that has it goes', async () => {
    const getList = vi
      .fn()
      .mockResolvedValueOnce({ data: [lamp(), bigLamp()], total: 2 })
      .mockResolvedValue({ data: [bigLamp()], total: 1 })
    const provider = fakeProvider({ getList: getList as never })
    const { person } = await openDeletion(provider)
    await person.keyboard('{Tab}{Enter}')
    await waitFor(() => expect(screen.queryByText('A small lamp')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: 'Actions for A big lamp' }),
      ),
    )
  })

  it('keeps the focus in the list when the bar of the selected goes', async () => {
    const { person } = visit('/store/things')
    const box = (await screen.findAllByRole('checkbox'))[1] as HTMLElement
    box.focus()
    await person.keyboard(' ')
    const unselect = await screen.findByRole('button', { name: 'Unselect' })
    unselect.focus()
    await person.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })
})
