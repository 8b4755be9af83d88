import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { HttpFailure, unavailable } from '../../../../src/browser/client/http/httpFailure.ts'
import { listenToKeys } from '../../../../src/features/shortcuts/keys.ts'
import { undoStore } from '../../../../src/features/undo/undoStore.ts'
import { fakeProvider, refusal, rowsOf, visit } from '../console.tsx'
import { bigLamp, lamp, without } from '../fixture.ts'

beforeEach(() => undoStore.clear())

describe('editing a cell in place', () => {
  const updating = (...answers: unknown[]) => {
    const update = vi.fn()
    for (const one of answers) {
      if (one instanceof Error) update.mockRejectedValueOnce(one)
      else update.mockResolvedValueOnce({ data: one })
    }
    return fakeProvider({ update: update as never, getList: rowsOf(lamp(), bigLamp()) })
  }
  const tool = () => screen.findByRole('button', { name: 'Edit Money of A small lamp' })
  const saved = (provider: { update: unknown }) =>
    vi.mocked(provider.update as any).mock.lastCall?.[1]

  it('is offered where it is declared, to those who may edit', async () => {
    visit('/store/things')
    expect(await tool()).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Edit Email/ })).toBeNull()
  })

  it('is not offered to those who may not', async () => {
    visit('/store/things', { user: without('thing.update') })
    await screen.findByRole('table')
    expect(screen.queryByRole('button', { name: /^Edit / })).toBeNull()
  })

  it('mounts no input before somebody edits', async () => {
    visit('/store/things', { provider: updating() })
    await tool()
    const inputs = [...document.querySelectorAll('tbody input')].map((one) =>
      one.getAttribute('type'),
    )
    expect(inputs).toEqual(['checkbox', 'checkbox'])
  })

  it('opens by Enter on its button, saves by Enter with the version, and gives the focus back', async () => {
    const provider = updating(lamp({ version: 4, money: 7 }))
    const { person } = visit('/store/things', { provider })
    ;(await tool()).focus()
    await person.keyboard('{Enter}')
    const input = await screen.findByRole('textbox', { name: 'Money' })
    await waitFor(() => expect(document.activeElement).toBe(input))
    await person.clear(input)
    await person.type(input, '7{Enter}')
    await waitFor(() => expect(saved(provider)?.data).toEqual({ money: 7, version: 3 }))
    expect(await screen.findByText(/Thing successfully updated/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Money' })).toBeNull())
    await waitFor(async () => expect(document.activeElement).toBe(await tool()))
  })

  it('says what the server warns of, as a form does', async () => {
    const answer = { data: lamp({ version: 4, money: 7 }), message: 'Still too dear' }
    const update = vi.fn(async () => ({ ...answer, meta: { is_warning: true } }))
    const provider = fakeProvider({ update: update as never, getList: rowsOf(lamp(), bigLamp()) })
    const { person } = visit('/store/things', { provider })
    await person.click(await tool())
    await person.type(await screen.findByRole('textbox', { name: 'Money' }), '7{Enter}')
    expect(await screen.findByText(/Still too dear/)).toBeTruthy()
    expect(screen.queryByText(/successfully updated/)).toBeNull()
  })

  it('opens by F2 and by a double click, which opens no record', async () => {
    const { person, router } = visit('/store/things', { provider: updating() })
    ;(await tool()).focus()
    await person.keyboard('{F2}')
    expect(await screen.findByRole('dialog', { name: 'Edit Money of A small lamp' })).toBeTruthy()
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await person.dblClick((await tool()).closest('td') as HTMLElement)
    expect(await screen.findByRole('dialog', { name: 'Edit Money of A small lamp' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/store/things')
  })

  it('leaves the value as it was on Escape', async () => {
    const provider = updating()
    const { person } = visit('/store/things', { provider })
    await person.click(await tool())
    await person.type(await screen.findByRole('textbox', { name: 'Money' }), '99{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(provider.update).not.toHaveBeenCalled()
    await waitFor(async () => expect(document.activeElement).toBe(await tool()))
  })

  it('shows under the input what is wrong, by the declaration and by the server', async () => {
    const provider = updating(refusal(422, 'Check the marked fields.', { money: 'Too little' }))
    const { person } = visit('/store/things', { provider })
    await person.click(await tool())
    const input = await screen.findByRole('textbox', { name: 'Money' })
    await person.clear(input)
    await person.type(input, 'abc{Enter}')
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
    expect(provider.update).not.toHaveBeenCalled()
    await person.clear(input)
    await person.type(input, '1{Enter}')
    expect(await screen.findByText('Too little')).toBeTruthy()
  })

  it('says in words that the server has not answered, keeps what was typed, and saves it then', async () => {
    const lost = new HttpFailure(0, unavailable)
    const provider = updating(lost, lamp({ version: 4, money: 5 }))
    const { person } = visit('/store/things', { provider })
    await person.click(await tool())
    const input = await screen.findByRole('textbox', { name: 'Money' })
    await person.clear(input)
    await person.type(input, '5{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('The server is unavailable')
    expect(input).toHaveProperty('value', '5')
    await person.type(input, '{Enter}')
    expect(await screen.findByText(/Thing successfully updated/)).toBeTruthy()
  })

  it('stays within the window when a message makes it higher', async () => {
    const provider = updating(new HttpFailure(0, unavailable))
    const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get')
    onTestFinished(() => height.mockRestore())
    height.mockImplementation(function measured(this: HTMLElement) {
      return this.querySelector('[role=alert]') ? 200 : 60
    })
    const { person } = visit('/store/things', { provider })
    const button = await tool()
    const bottom = window.innerHeight - 80
    const cell = button.closest('td') ?? button
    for (const one of [button, cell]) {
      vi.spyOn(one, 'getBoundingClientRect').mockReturnValue(new DOMRect(20, bottom, 200, 40))
    }
    await person.click(button)
    const dialog = await screen.findByRole('dialog')
    await person.type(await screen.findByRole('textbox', { name: 'Money' }), '5{Enter}')
    await screen.findByRole('alert')
    expect(parseFloat(dialog.style.top)).toBeLessThanOrEqual(window.innerHeight - 200)
  })

  it('B3: shows what another has set it to, and saves over it only when told again', async () => {
    const provider = {
      ...updating(refusal(409, 'Changed by someone else. Reload.'), lamp({ version: 10 })),
      getOne: vi.fn(async () => ({ data: lamp({ money: 7, version: 9 }) })) as never,
    }
    const { person } = visit('/store/things', { provider })
    await person.click(await tool())
    const input = await screen.findByRole('textbox', { name: 'Money' })
    await person.clear(input)
    await person.type(input, '5{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Money was changed to €7.00 by Somebody else')
    expect(input).toHaveProperty('value', '5')
    await person.type(input, '{Enter}')
    await waitFor(() => expect(saved(provider)?.data).toEqual({ money: 5, version: 9 }))
  })

  it('B3: goes on where another has changed something else', async () => {
    const provider = {
      ...updating(refusal(409, 'Changed by someone else. Reload.'), lamp({ version: 10 })),
      getOne: vi.fn(async () => ({ data: lamp({ text: 'Theirs', version: 9 }) })) as never,
    }
    const { person } = visit('/store/things', { provider })
    await person.click(await tool())
    const input = await screen.findByRole('textbox', { name: 'Money' })
    await person.clear(input)
    await person.type(input, '5{Enter}')
    await waitFor(() => expect(saved(provider)?.data).toEqual({ money: 5, version: 9 }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Money' })).toBeNull())
  })

  it('B35: takes Enter for a new line where there are several; Ctrl and Enter save', async () => {
    const provider = updating(lamp({ version: 4 }))
    const { person, router } = visit('/store/things', { provider })
    await person.click(await screen.findByRole('button', { name: 'Edit Note of A small lamp' }))
    const input = await screen.findByRole('textbox', { name: 'Note' })
    await waitFor(() => expect(document.activeElement).toBe(input))
    await person.clear(input)
    await person.keyboard('One{Enter}e two{Enter}n three')
    expect(input).toHaveProperty('value', 'One\ne two\nn three')
    expect(provider.update).not.toHaveBeenCalled()
    expect(router.state.location.pathname).toBe('/store/things')
    await person.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(saved(provider)?.data).toEqual({ note: 'One\ne two\nn three', version: 3 }),
    )
  })

  it('B35: letters typed on after Enter saved a line are no shortcuts until it rests', async () => {
    const provider = updating(lamp({ version: 4, money: 7 }))
    const run = vi.fn()
    const offered = () => [{ keys: 'e', label: 'Edit', group: 'screen', run } as const]
    const stop = listenToKeys({ offered, hasSingleKeys: () => true })
    const { person } = visit('/store/things', { provider })
    await person.click(await tool())
    const input = await screen.findByRole('textbox', { name: 'Money' })
    await waitFor(() => expect(document.activeElement).toBe(input))
    await person.clear(input)
    // On a busy machine they come too late to be typed on.
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
    await person.keyboard('7{Enter}')
    await waitFor(() => expect(document.activeElement?.matches('td [data-edit]')).toBe(true))
    await person.keyboard('e e')
    expect(run).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog')).toBeNull()
    clock.mockReturnValue(now + 2000)
    await person.keyboard('e')
    clock.mockRestore()
    stop()
    expect(run).toHaveBeenCalledOnce()
  })

  it('saves a choice as soon as it is made', async () => {
    const provider = updating(lamp({ version: 4 }))
    const { person } = visit('/store/things', { provider })
    await person.click(
      await screen.findByRole('button', { name: 'Edit Reference of A small lamp' }),
    )
    await person.click(await screen.findByRole('combobox', { name: 'Reference' }))
    await person.click(await screen.findByRole('option', { name: 'Cold' }))
    await waitFor(() => expect(saved(provider)?.data).toEqual({ reference: 2, version: 3 }))
  })
})
