import { createSvgIcon } from '@mui/material/utils'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { serveApi, visit } from './console.tsx'

serveApi()

const Feather = createSvgIcon(<path d="M0 0" />, 'Feather')
const rights = ['author.view', 'book.view']
const views = { authors: { icon: Feather } }

test('the sidebar has the icon that the views of a resource give it, and else that of the declaration', async () => {
  visit('/library/authors', rights, {}, { views })
  const link = await screen.findByRole('link', { name: 'Authors' })
  expect(within(link).getByTestId('FeatherIcon')).toBeTruthy()
  const books = screen.getByRole('link', { name: 'Books' })
  expect(within(books).queryByTestId('FeatherIcon')).toBeNull()
})
