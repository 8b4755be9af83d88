import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'

import { useIsFramed } from '../../../src/browser/ui/useIsFramed.ts'

it('First row: what stands around the first page is drawn after its rows, and later at once', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['leads', 'getList', {}], { data: [], total: 0 })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(useIsFramed, { wrapper })
  expect(result.current).toBe(false)
  await waitFor(() => expect(result.current).toBe(true))
  expect(renderHook(useIsFramed, { wrapper }).result.current).toBe(true)
})
