import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { visit } from '../console.tsx'
import { isAskedByBrowser } from '../screens.tsx'

const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })

describe('what is typed and not saved', () => {
  const dirty = async (path: string) => {
    const visited = visit(path)
    await visited.person.type(await screen.findByLabelText(/^Text/), 'Lamp')
    return visited
  }

  it.each([
    [
      'the cancel button',
      (person: any) => person.click(screen.getByRole('button', { name: 'Cancel' })),
    ],
    ['Escape in a drawer', (person: any) => person.keyboard('{Escape}')],
    [
      'the close button of a drawer',
      (person: any) => person.click(screen.getByRole('button', { name: 'Close' })),
    ],
  ])('is asked about before %s leads away', async (_, leave) => {
    const { person, router } = await dirty('/store/things/create')
    await leave(person)
    await person.click(within(await question()).getByRole('button', { name: 'Go on editing' }))
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull(),
    )
    expect(router.state.location.pathname).toBe('/store/things/create')
    expect(screen.getByLabelText(/^Text/)).toHaveProperty('value', 'Lamp')
    await leave(person)
    await person.click(within(await question()).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/store/things'))
  })

  it('is asked about before a link or the back button leads away from a page', async () => {
    const { router } = await dirty('/page/create')
    void router.navigate('/settings/tags')
    expect(await question()).toBeTruthy()
    expect(router.state.location.pathname).toBe('/page/create')
  })

  it('is asked about by the browser before a reload', async () => {
    await dirty('/page/create')
    expect(isAskedByBrowser()).toBe(true)
  })

  it('keeps nobody when nothing was changed, or changed back', async () => {
    const { person, router } = await dirty('/store/things/create')
    await person.clear(screen.getByLabelText(/^Text/))
    expect(isAskedByBrowser()).toBe(false)
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/store/things'))
  })

  it('keeps nobody once it is saved', async () => {
    const { person, router } = await dirty('/store/things/create')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/store/things'))
    expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull()
  })
})

describe('B4: what is typed in a dialog and not saved', () => {
  /** Each opens a dialog, types into it letter by letter, and gives its input. */
  const dialogs = {
    async 'of an action'(person: UserEvent) {
      await person.click(await screen.findByRole('button', { name: 'Actions for A small lamp' }))
      await person.click(await screen.findByRole('menuitem', { name: 'Set price' }))
      return typeInto(person, await screen.findByLabelText(/^New price/), '12')
    },
    async 'of the edit of many records'(person: UserEvent) {
      await person.click((await screen.findAllByRole('checkbox'))[1]!)
      await person.click(await screen.findByRole('button', { name: 'Edit' }))
      await person.click(await screen.findByRole('combobox', { name: 'Field to change' }))
      await person.click(await screen.findByRole('option', { name: 'Note' }))
      return typeInto(person, await screen.findByLabelText(/^Note/), 'By the door')
    },
  }

  async function typeInto(person: UserEvent, input: HTMLElement, text: string) {
    await person.type(input, text)
    return { input, text }
  }

  const ways = {
    'by Escape': (person: UserEvent) => person.keyboard('{Escape}'),
    'by a click beside it': async (person: UserEvent) => {
      const beside = document.querySelector('.MuiDialog-container')
      if (beside) await person.click(beside)
    },
  }

  const both = Object.entries(dialogs).flatMap(([name, type]) =>
    Object.entries(ways).map(([way, leave]) => [name, way, type, leave] as const),
  )

  it.each(both)('%s is asked about before it goes %s', async (_name, _way, type, leave) => {
    const { person } = visit('/store/things')
    const { input, text } = await type(person)
    expect(isAskedByBrowser()).toBe(true)
    await leave(person)
    await person.click(within(await question()).getByRole('button', { name: 'Go on editing' }))
    await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull())
    expect(input).toHaveProperty('value', text)
    await leave(person)
    await person.click(within(await question()).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(isAskedByBrowser()).toBe(false)
  })

  it.each(Object.entries(ways))('is not missed where nothing was typed: %s', async (_, leave) => {
    const { person } = visit('/store/things')
    await person.click(await screen.findByRole('button', { name: 'Actions for A small lamp' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Set price' }))
    await screen.findByLabelText(/^New price/)
    await leave(person)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is given up by the button that says so', async () => {
    const { person } = visit('/store/things')
    await dialogs['of an action'](person)
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is asked about before the back button leads away', async () => {
    const { person, router } = visit('/store/things')
    const { input, text } = await dialogs['of an action'](person)
    void router.navigate('/settings/tags')
    await person.click(within(await question()).getByRole('button', { name: 'Go on editing' }))
    expect(router.state.location.pathname).toBe('/store/things')
    expect(input).toHaveProperty('value', text)
  })
})
