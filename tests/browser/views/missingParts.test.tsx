import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'

import { PageError } from '../../../src/browser/ui/states/messagePages.tsx'
import { TitledDialog } from '../../../src/browser/ui/TitledDialog.tsx'
import { fakeProvider } from './console.tsx'
import { everything, resources, userWith } from './fixture.ts'
import { openScreens } from './screens.tsx'

/** A part of a dialog that breaks: because its file is gone, as after a new release, or by a bug. */
function Part({ isGone }: { isGone: boolean }) {
  const [error, setError] = useState<Error>()
  if (error) throw error
  const load = () => {
    const payload = new TypeError('Failed to fetch dynamically imported module')
    if (isGone) window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    setError(payload)
  }
  return <button onClick={load}>More</button>
}

function Desk({ isGone }: { isGone: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const onClose = () => setOpen(false)
  return (
    <>
      <input aria-label="Note" />
      <button onClick={() => setOpen(true)}>Ask</button>
      {isOpen && (
        <TitledDialog title="Question" onClose={onClose}>
          <Part isGone={isGone} />
        </TitledDialog>
      )}
    </>
  )
}

async function breakDialog(isGone: boolean) {
  const problems = vi.spyOn(console, 'error').mockImplementation(() => {})
  const around = { user: userWith(...everything), provider: fakeProvider(), resources }
  const { person } = openScreens(
    '/desk',
    { '/desk': <Desk isGone={isGone} /> },
    { ...around, broken: <PageError /> },
  )
  await person.type(screen.getByLabelText('Note'), 'half done')
  await person.click(screen.getByRole('button', { name: 'Ask' }))
  await person.click(await screen.findByRole('button', { name: 'More' }))
  problems.mockClear()
  return person
}

it('a dialog whose files are gone says so and is closed, and leaves the page behind it as it is', async () => {
  const person = await breakDialog(true)
  expect(await screen.findByText(/there is a new version of the console/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('half done')
  await person.click(screen.getByRole('button', { name: 'Ask' }))
  expect(await screen.findByRole('button', { name: 'More' })).toBeTruthy()
})

it('a dialog that breaks in another way is a page that broke', async () => {
  await breakDialog(false)
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
})
