import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, Suspense, type ReactNode } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { LoadFailed } from '../../../src/browser/frame/login/LoginPage.tsx'
import { lazyPart, loadParts } from '../../../src/browser/ui/states/lazyPart.tsx'
import { lazyScreen, Loading, Page, useSettled } from '../../../src/browser/ui/states/Loading.tsx'
import { PageError } from '../../../src/browser/ui/states/messagePages.tsx'
import { Navigation } from '../../../src/browser/client/addresses/navigation.tsx'
import { Waiting } from '../../../src/browser/ui/states/StatePanels.tsx'

const text = 'Loading …'

describe.each([
  ['of a page', Loading],
  ['of a part', Waiting],
])('the spinner %s', (_what, Spinner) => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('shows nothing for the first 500 ms and then its text', () => {
    render(<Spinner />)
    act(() => void vi.advanceTimersByTime(499))
    expect(screen.getByRole('status').textContent).toBe('')
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.getByRole('status').textContent).toBe(text)
  })

  it('never flashes for what comes sooner', () => {
    const { rerender } = render(<Spinner />)
    act(() => void vi.advanceTimersByTime(400))
    rerender(<p>Here</p>)
    act(() => void vi.advanceTimersByTime(1000))
    expect(screen.queryByText(text)).toBeNull()
  })
})

describe('the spinner of a lazy screen', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  async function openAfter(loadTime: number) {
    const loading = new Promise((resolve) => setTimeout(resolve, loadTime))
    const Screen = lazyScreen(async () => (await loading, () => <p>Here</p>))
    await act(async () => {
      render(
        <Suspense fallback={<Waiting />}>
          <Screen />
        </Suspense>,
      )
    })
  }
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

  it('B3: stays for half a second once it has appeared, however soon the files come then', async () => {
    await openAfter(510)
    await pass(505)
    expect(screen.getByText(text)).toBeTruthy()
    await pass(485)
    expect(screen.getByText(text)).toBeTruthy()
    await pass(20)
    expect(screen.getByText('Here')).toBeTruthy()
  })

  it('keeps nobody waiting for files that come before it, or long after', async () => {
    await openAfter(480)
    await pass(490)
    expect(screen.getByText('Here')).toBeTruthy()
    cleanup()
    await openAfter(3000)
    await pass(3010)
    expect(screen.getByText('Here')).toBeTruthy()
  })
})

it('a part whose files have come stands at once, with nothing in its place before', async () => {
  const Part = lazyPart(async () => () => <p>Here</p>)
  await loadParts([Part, () => null])
  render(
    <Suspense fallback={<p>On its way</p>}>
      <Part />
    </Suspense>,
  )
  expect(screen.getByText('Here')).toBeTruthy()
  expect(screen.queryByText('On its way')).toBeNull()
})

describe('the spinner in the place of what is asked for', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function Part({ data }: { data: string | undefined }) {
    return useSettled(data) ?? <Waiting />
  }

  /** In small steps: what a timer sets off begins its own then, not at the end. */
  const pass = (milliseconds: number) => {
    for (let at = 0; at < milliseconds; at += 5) act(() => void vi.advanceTimersByTime(5))
  }

  const comeAfter = (milliseconds: number) => {
    const { rerender } = render(<Part data={undefined} />)
    pass(milliseconds)
    rerender(<Part data="Here" />)
  }

  it('B2: stays for half a second once it has appeared, however soon the answer comes then', () => {
    comeAfter(510)
    expect(screen.getByText(text)).toBeTruthy()
    pass(485)
    expect(screen.getByText(text)).toBeTruthy()
    pass(10)
    expect(screen.getByText('Here')).toBeTruthy()
  })

  it.each([0, 490, 1_010])('keeps nobody waiting for an answer after %i ms', (milliseconds) => {
    comeAfter(milliseconds)
    expect(screen.getByText('Here')).toBeTruthy()
  })
})

describe('a screen whose files come later', () => {
  let come: (part: { default: () => ReactNode }) => void
  let fail: (error: Error) => void

  function open() {
    const part = new Promise<{ default: () => ReactNode }>((resolve, reject) => {
      come = resolve
      fail = reject
    })
    const Next = lazy(() => part)
    const router = createMemoryRouter([
      {
        element: (
          <Suspense>
            <Navigation>
              <Page />
            </Navigation>
          </Suspense>
        ),
        children: [
          { path: '/', element: <Link to="/next">Next</Link> },
          { path: '/next', element: <Next />, errorElement: <PageError /> },
        ],
      },
    ])
    render(<RouterProvider router={router} />)
    return { router, person: userEvent.setup() }
  }

  const wait = (milliseconds: number) =>
    act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)))

  it('leaves the screen before it in place for half a second, then the spinner stands there', async () => {
    const { person } = open()
    const clicked = performance.now()
    await person.click(screen.getByText('Next'))
    await waitFor(() => expect(screen.queryByText('Next')).toBeNull())
    expect(performance.now() - clicked).toBeGreaterThanOrEqual(490)
    expect(screen.getByText(text)).toBeTruthy()
    await act(async () => come({ default: () => <p>Here</p> }))
    expect(await screen.findByText('Here')).toBeTruthy()
    expect(screen.queryByText(text)).toBeNull()
  })

  it('takes its place as soon as they have come', async () => {
    const { person } = open()
    await person.click(screen.getByText('Next'))
    await act(async () => come({ default: () => <p>Here</p> }))
    expect(await screen.findByText('Here')).toBeTruthy()
    await wait(600)
    expect(screen.queryByText(text)).toBeNull()
  })

  it('says so when they do not come, and offers to load the page again', async () => {
    const problems = vi.spyOn(console, 'error')
    const { person, router } = open()
    await person.click(screen.getByText('Next'))
    const error = new TypeError('Failed to fetch dynamically imported module')
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    await act(async () => fail(error))
    expect(await screen.findByRole('heading', { name: 'This page did not load' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Load the page again' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/next')
    problems.mockClear()
  })

  it('that break in another way say so in other words', async () => {
    const problems = vi.spyOn(console, 'error')
    const { person } = open()
    await person.click(screen.getByText('Next'))
    await act(async () => fail(new Error('a bug')))
    await waitFor(() => screen.getByRole('heading', { name: 'Something went wrong' }))
    problems.mockClear()
  })
})

it('a console whose own files do not come offers to try again', () => {
  render(<LoadFailed />)
  expect(screen.getByRole('alert').textContent).toContain('Leadgate could not be loaded.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
