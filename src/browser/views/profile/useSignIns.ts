import { useQuery } from '@tanstack/react-query'

import type { SessionOfUser } from '#contract'

import { useProvider } from '../../client/records/provider.ts'

export const sessionsKey = ['profile', 'sessions']

/** Where the user is signed in, the last used first. */
export function useSignIns() {
  const provider = useProvider()
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async () => (await provider.call<SessionOfUser[]>('GET', '/profile/sessions')).data,
  })
}
