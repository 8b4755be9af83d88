import { useQuery } from '@tanstack/react-query'

import { useProvider } from '../../client/records/provider.ts'

/** A session that is still good. */
export interface SignIn {
  readonly id: number
  readonly browser: string
  readonly system: string
  readonly user_agent: string | null
  readonly ip: string | null
  readonly created_at: string
  readonly last_used_at: string
  readonly is_current: boolean
}

export const sessionsKey = ['profile', 'sessions']

/** Where the user is signed in, the last used first. */
export function useSignIns() {
  const provider = useProvider()
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async () => (await provider.call<SignIn[]>('GET', '/profile/sessions')).data,
  })
}
