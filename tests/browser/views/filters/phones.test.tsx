import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { phonesIn } from '../../../../src/browser/ui/fields/entries.ts'
import { longFilterStore } from '../../../../src/browser/client/storage/longFilterStore.ts'
import { visit } from '../console.tsx'

/** Numbers of people are kept out of addresses: the list's state has a name in their place. */
const lastFilter = (provider: { getList: unknown }) =>
  longFilterStore.opened(vi.mocked(provider.getList as any).mock.lastCall?.[1].filter ?? {})

const openFilters = async () => {
  const visited = visit('/store/things')
  await screen.findByRole('table')
  await visited.person.click(screen.getByRole('button', { name: 'Filters' }))
  const phone = await screen.findByRole('textbox', { name: 'Phone' })
  await visited.person.click(phone)
  return visited
}

describe('phone numbers as a filter', () => {
  it('are found as many as are pasted, however they are written', async () => {
    const { person, provider } = await openFilters()
    await person.paste('+44 20 7946 0958, 0049 (30) 123-456\nnobody')
    expect(await screen.findByText('2 understood · 1 dropped: nobody')).toBeTruthy()
    await waitFor(() =>
      expect(lastFilter(provider)).toEqual({ phone: ['+442079460958', '+4930123456'] }),
    )
  })

  it('B10: are found as they are dialled, several of them too', () => {
    const { kept, dropped } = phonesIn('020 7946 0958\n07400 123326, 0491 570')
    expect(kept).toEqual(['02079460958', '07400123326', '0491570'])
    expect(dropped).toEqual([])
  })

  it('are found by some of their digits', async () => {
    const { person, provider } = await openFilters()
    await person.paste('7946 09')
    await waitFor(() => expect(lastFilter(provider)).toEqual({ phone_contains: '7946 09' }))
  })

  it.each([
    ['+442079460958 +4930123456', ['+442079460958', '+4930123456']],
    ['"+442079460958";"+442079460958"', ['+442079460958']],
    ['+44 (0)20 7946', ['+440207946']],
    ['7946 0958', []],
    ['', []],
  ])('%j holds %j', (text, numbers) => {
    expect(phonesIn(text).kept).toEqual(numbers)
  })
})
