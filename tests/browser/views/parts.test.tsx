import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { visit } from './console.tsx'

const named = (text: string) => () => <p>{text}</p>

describe('what hangs on the records of a resource', () => {
  it('stands in a tab of its own beside the fields, or below them', async () => {
    const { person } = visit('/store/things/7/show', {
      views: {
        showSection: ({ record }) => <p>{`Section of ${record.id}`}</p>,
        showTab: [
          {
            name: 'more',
            Label: () => 'More',
            Content: ({ record }) => <p>{`Tab of ${record.id}`}</p>,
          },
          {
            name: 'hidden',
            isFor: () => false,
            Label: () => 'Not for you',
            Content: named('Hidden'),
          },
        ],
      },
    })
    expect(await screen.findByText('Section of 7')).toBeTruthy()
    expect(screen.queryByText('Tab of 7')).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Not for you' })).toBeNull()
    await person.click(screen.getByRole('tab', { name: 'More' }))
    expect(screen.getByText('Tab of 7')).toBeTruthy()
    expect(screen.queryByText('Section of 7')).toBeNull()
  })

  it('makes no tabs where there is no other', async () => {
    visit('/store/things/7/show', { views: { showSection: named('Section') } })
    expect(await screen.findByText('Section')).toBeTruthy()
    expect(screen.queryByRole('tab')).toBeNull()
  })

  it('12.8 stands beside the title of its list, before what the features put there', async () => {
    visit('/store/things', { views: { listTitle: named('Beside') } })
    expect(await screen.findByText('Beside')).toBeTruthy()
  })

  it('12.8 is asked what is fixed of a record, and of none for a new one', async () => {
    const useFixed = vi.fn(({ id }: { id: number }) => ({ text: `Fixed of ${id}` }))
    visit('/store/things/7', { views: { useFixed }, form: ['text'] })
    expect(await screen.findByText('Fixed of 7')).toBeTruthy()
    useFixed.mockClear()
    cleanup()
    visit('/store/things/create', { views: { useFixed }, form: ['text'] })
    expect(await screen.findByLabelText(/^Text/)).toBeTruthy()
    expect(useFixed).not.toHaveBeenCalled()
  })

  it('stands below the inputs of a form', async () => {
    visit('/store/things/create', { views: { formSection: named('Below') }, form: ['text'] })
    expect(await screen.findByLabelText(/^Text/)).toBeTruthy()
    expect(screen.getByText('Below')).toBeTruthy()
  })
})
