import { useQuery } from '@tanstack/react-query'

import type { Decision } from '#contract'
import type { Operation } from '#schema'

import { useProvider } from '../../browser/client/records/provider.ts'
import { useResourceNamed } from '../../browser/client/records/resources.ts'

export interface Question {
  readonly resource: string
  readonly operation: Operation
  /** Digits, or empty. */
  readonly record: string
}

export function useDecision(role: number, { resource, operation, record }: Question) {
  const provider = useProvider()
  const api = useResourceNamed('roles')?.api ?? ''
  const query = new URLSearchParams({ resource, operation, ...(record && { record }) })
  return useQuery({
    queryKey: ['roles', 'why', role, String(query)],
    queryFn: async () => {
      const path = `/${api}/${role}/why?${query}`
      return (await provider.call<Decision>('GET', path)).data
    },
    retry: false,
  })
}
