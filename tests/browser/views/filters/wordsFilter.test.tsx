import { act, screen, waitFor } from '@testing-library/react'
import { TestTranslationProvider } from 'react-admin'
import { expect, it, vi } from 'vitest'

import { field as fields } from '#schema'

import type { Http } from '../../../../src/browser/client/http/http.ts'
import { refreshOptions } from '../../../../src/browser/client/options/refresh.ts'
import { createOptionStore, OptionsContext } from '../../../../src/browser/client/options/store.ts'
import { useWordOf } from '../../../../src/browser/client/options/words.ts'
import { nodeText } from '../../../../src/browser/views/filters/conditionText.ts'
import { WordsFilter } from '../../../../src/browser/ui/fields/WordsFilter.tsx'
import { fakeProvider } from '../console.tsx'
import { resources, thing, userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

it('a filter by words and the refreshing of their list ask the server once, and again when it did not answer', async () => {
  const permissions = ['options.words.all']
  const lists = [{ name: 'words', path: '/words/all', permissions, resource: undefined }]
  const store = createOptionStore()
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
  const { client, router } = openScreens(
    '/',
    { '/': <p>Start</p>, '/words': filter },
    { user: userWith(...permissions), provider, resources },
  )
  const answers: ((isAnswer: boolean) => void)[] = []
  const json = vi.fn(
    () =>
      new Promise((resolve, reject) => {
        answers.push((is) => (is ? resolve({ data: ['Late'] }) : reject(new Error('busy'))))
      }),
  )
  const controller = new AbortController()
  const refreshing = { lists, store, queryClient: client, http: { json } as unknown as Http }
  const pauses = { isPaused: () => false, signal: controller.signal }
  void refreshOptions({ ...refreshing, ...pauses, permissions: () => permissions })
  await waitFor(() => expect(json).toHaveBeenCalledOnce())
  // Another tab that keeps lists of its own knows nothing of what is on its way here.
  const storageArea = window.localStorage
  window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea }))
  await act(() => router.navigate('/words'))
  await screen.findByLabelText('Word')
  expect(provider.call).not.toHaveBeenCalled()
  await act(async () => answers[0]?.(false))
  controller.abort()
  await act(() => router.navigate('/'))
  await act(() => router.navigate('/words'))
  await waitFor(() => expect(provider.call).toHaveBeenCalledOnce())
  await screen.findByRole('combobox', { name: 'Word' })
})

it('texts of the server among the words are said in the language of the reader, and asked for as they are', async () => {
  const permissions = ['options.words.all']
  const resource = undefined
  const words = ['Cap reached']
  const lists = [{ name: 'words', path: '/words/all', permissions, resource, words }]
  const store = createOptionStore()
  store.fetching('words')
  store.loaded('words', {
    items: ['Cap reached', 'Too old'].map((value) => ({ value, label: value })),
    is_complete: true,
  })
  const text = fields.text({ optional: true, max: 60, optionList: 'words' })
  const one = { ...thing, fields: { ...thing.fields, text } }
  const set = vi.fn()
  const rule = { key: 1, field: 'text', operator: 'is', values: ['Cap reached'] } as const
  function Chip() {
    const t = (_key: string, { value }: { value: string }) => value
    const names = { field: String }
    const speaker = { resource: one, t, names, wordOf: useWordOf() }
    return <p data-testid="chip">{nodeText(speaker as never, rule)}</p>
  }
  const translate = (key: string, values?: Record<string, unknown>) =>
    key === 'messages.cap_reached' ? 'بلغ الحد' : String(values?.['_'] ?? key)
  const { person } = openScreens(
    '/words',
    {
      '/words': (
        <OptionsContext value={{ lists, store }}>
          <TestTranslationProvider translate={translate as never}>
            <Chip />
            <WordsFilter
              list="words"
              field={text}
              name="text"
              label="Word"
              isMasked={false}
              values={{}}
              set={set}
            />
          </TestTranslationProvider>
        </OptionsContext>
      ),
    },
    { user: userWith(...permissions), provider: fakeProvider({}), resources: [one as never] },
  )
  await person.click(await screen.findByRole('combobox', { name: 'Word' }))
  expect(screen.getByTestId('chip').textContent).toBe('بلغ الحد')
  const shown = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(shown).toEqual(['بلغ الحد', 'Too old'])
  await person.click(screen.getByRole('option', { name: 'بلغ الحد' }))
  expect(set).toHaveBeenCalledWith({ text: ['Cap reached'] })
})
