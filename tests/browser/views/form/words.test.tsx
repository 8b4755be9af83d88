import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { visit } from '../console.tsx'

it('words become chips by Enter, by a comma and by leaving, and are pasted all at once', async () => {
  const { person, provider } = visit('/page/7/edit', { form: ['text', 'words', 'timeZone'] })
  const input = await screen.findByLabelText(/^Words/)
  await person.type(input, 'late{Enter}early, on call')
  fireEvent.paste(input, { clipboardData: { getData: () => 'one;two\nlate' } })
  await person.click(screen.getByLabelText(/^Text/))
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(provider.update).toHaveBeenCalledOnce())
  const sent = vi.mocked(provider.update as any).mock.lastCall?.[1]
  expect(sent.data.words).toEqual(['night shift', 'B2B', 'late', 'early', 'on callone', 'two'])
})

it('Enter where no word is typed sends no form', async () => {
  const { person, provider } = visit('/page/7/edit', { form: ['text', 'words', 'timeZone'] })
  await person.type(await screen.findByLabelText(/^Text/), 's')
  await person.type(await screen.findByLabelText(/^Words/), 'late{Enter}{Enter}')
  expect(await screen.findByText('late')).toBeTruthy()
  expect(provider.update).not.toHaveBeenCalled()
  await person.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(provider.update).toHaveBeenCalledOnce())
})

it('a time zone is found by typing', async () => {
  const { person, provider } = visit('/page/7/edit', { form: ['text', 'words', 'timeZone'] })
  const input = await screen.findByRole('combobox', { name: /^Timezone/ })
  await person.clear(input)
  await person.type(input, 'tokyo')
  await person.click(await screen.findByRole('option', { name: 'Asia/Tokyo' }))
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(provider.update).toHaveBeenCalledOnce())
  const sent = vi.mocked(provider.update as any).mock.lastCall?.[1]
  expect(sent.data.timeZone).toBe('Asia/Tokyo')
})
