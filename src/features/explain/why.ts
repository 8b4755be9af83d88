import { useQuery } from '@tanstack/react-query'

import type { Filter, Operation } from '#schema'

import { useProvider } from '../../browser/client/records/provider.ts'
import { useResourceNamed } from '../../browser/client/records/resources.ts'

/** What the gate would answer somebody with the role (the server decides by the very same rules). */
export interface Decision {
  readonly answer: 'all' | 'some' | 'none' | 'never'
  readonly remedies: readonly {
    readonly grant: readonly string[]
    readonly withdraw: readonly string[]
  }[]
  readonly only?: Filter
  readonly fields: readonly {
    readonly field: string
    readonly state: 'hidden' | 'masked' | 'read_only'
    readonly permission: string
  }[]
  readonly record?: boolean | null
}

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
