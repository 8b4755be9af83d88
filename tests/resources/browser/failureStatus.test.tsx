import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { TestTranslationProvider } from 'react-admin'
import { expect, it } from 'vitest'

import { isVisible } from '#schema'

import { FailureStatus } from '../../../resources/leads/lead/status/FailureStatus.tsx'
import { failureStatuses } from '../../../resources/leads/lead/status/failureStatuses.ts'
import { lead } from '../../../resources/leads/lead/lead.ts'
import { send } from '../../../resources/sending/send/send.ts'
import { requestViews } from '../../../resources/settings/request.browser.ts'
import { arabic } from '../../arabic.ts'
import english from '../../../resources/translations/en/server.json'

const shown = (failure_status: string, language: Record<string, string>) =>
  shownAs(<FailureStatus record={{ failure_status }} />, language)

const shownAs = (cell: ReactNode, language: Record<string, string>) => {
  const translate = (key: string, values?: { _?: string }) => language[key] ?? values?._ ?? key
  const { unmount } = render(
    <TestTranslationProvider translate={translate as never}>
      <p data-testid="why">{cell}</p>
    </TestTranslationProvider>,
  )
  const text = screen.getByTestId('why').textContent
  unmount()
  return text
}

it.each(failureStatuses)('4.2: "%s" is said in the language of the reader', (status) => {
  expect(shown(status, {})).toBe(status)
  expect(shown(status, english)).toBe(status)
  expect(shown(status, arabic)).toMatch(/^[^A-Za-z]+$/)
})

it('4.2: what a rule calls otherwise stays as it is', () => {
  expect(shown('Too long', { 'messages.too_long': 'At most %{max}' })).toBe('Too long')
})

it.each([lead, send])(
  'what has not failed has no failure status on its page: $name',
  (resource) => {
    const { failure_status } = resource.fields
    expect(isVisible(failure_status, { failure_status: null })).toBe(false)
    expect(isVisible(failure_status, { failure_status: 'Duplicate' })).toBe(true)
  },
)

it('8.4: what went wrong with a request is said in the language of the reader, and what is no text of ours as it is', () => {
  const Cell = requestViews.fields?.error
  if (!Cell) throw new Error('there is no cell of its own')
  const said = (error: string) => shownAs(<Cell record={{ error } as never} />, arabic)
  expect(said('It has no deposit')).toMatch(/^[^A-Za-z]+$/)
  expect(said('timeout: no answer')).toBe('timeout: no answer')
})
