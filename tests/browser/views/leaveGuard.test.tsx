import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { visit } from './console.tsx'

describe('what is typed and not saved', () => {
  const dirty = async (path: string) => {
    const visited = visit(path)
    await visited.person.type(await screen.findByLabelText(/^Text/), 'Lamp')
    return visited
  }
  const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })

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
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  })

  it('keeps nobody when nothing was changed, or changed back', async () => {
    const { person, router } = await dirty('/store/things/create')
    await person.clear(screen.getByLabelText(/^Text/))
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
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
