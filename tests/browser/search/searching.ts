import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

import type { FoundOf } from '#contract'
import { api } from '../shell/console.tsx'

export const search = 'GET /api/search'

/** What the server of a test answers, whatever is looked for. */
export const finds = (...data: FoundOf[]) =>
  api.answer(search, { body: { data, meta: { left_out: [] } } })

export const foundAuthors = (...names: string[]): FoundOf => ({
  resource: 'authors',
  has_more: false,
  records: names.map((title, index) => ({
    id: index + 1,
    title,
    detail: null,
    open: 'edit',
    embed: {},
  })),
})

export const input = () => screen.findByRole<HTMLInputElement>('combobox')

export async function openSearch(person: UserEvent): Promise<HTMLInputElement> {
  await screen.findByRole('button', { name: 'Search' })
  // The keys come a moment after what stands on the screen.
  return waitFor(async () => {
    await person.keyboard('{Control>}k{/Control}')
    return screen.getByRole<HTMLInputElement>('combobox')
  })
}

export const options = () => screen.queryAllByRole('option').map((one) => one.textContent)

/** The choices of one group. */
export const optionsOf = async (name: string) =>
  within(await screen.findByRole('group', { name }))
    .getAllByRole('option')
    .map((one) => one.textContent)

/** The choice that the keys are on, as a screen reader finds it. */
export const activeOption = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant')
  return document.getElementById(id ?? '')?.textContent
}
