import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { createOptionStore, OptionsContext } from '../../../../src/browser/client/options/store.ts'
import { WordsFilter } from '../../../../src/browser/ui/fields/WordsFilter.tsx'
import { fakeProvider } from '../console.tsx'
import { resources, thing, userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

it('a filter by words waits while their list is on its way, and asks when it did not come', async () => {
  const permission = 'options.words.all'
  const lists = [
    { name: 'words', path: '/words/all', permissions: [permission], resource: undefined },
  ]
  const store = createOptionStore()
  store.fetching('words')
  const provider = fakeProvider({ call: vi.fn(async () => ({ data: ['Late', 'Early'] })) as never })
  const filter = (
    <OptionsContext value={{ lists, store }}>
      <WordsFilter
        list="words"
        field={thing.fields.text}
        name="word"
        label="Word"
        isMasked={false}
        values={{}}
        set={() => {}}
      />
    </OptionsContext>
  )
  openScreens('/words', { '/words': filter }, { user: userWith(permission), provider, resources })
  await screen.findByLabelText('Word')
  expect(provider.call).not.toHaveBeenCalled()
  act(() => store.failed('words'))
  await waitFor(() => expect(provider.call).toHaveBeenCalledOnce())
  await screen.findByRole('combobox', { name: 'Word' })
})
