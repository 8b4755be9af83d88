import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { DataProviderContext } from 'react-admin'

import { readProfile } from '../../client/session/profileRefresh.ts'
import { session } from '../../client/session/session.ts'
import { useUser } from '../../client/session/user.ts'
import type { ConsoleProvider } from '../../client/records/provider.ts'

/**
 * Reads the profile again whenever notifications are said to have changed: by the live stream, or by a view
 * that has marked or deleted some. Between, and without a stream, the profile's own refresh does it.
 */
export function useFreshBell(): void {
  // `useDataProvider` listens to the address, and each change of a list's question would draw this.
  const provider = useContext(DataProviderContext) as ConsoleProvider
  const isShown = useUser().permissions.has('user.profile.notification.view')
  useQuery({
    queryKey: ['notifications', 'bell'],
    queryFn: async () => {
      await readProfile(
        (signal) => provider.call('GET', '/profile', undefined, { signal }),
        session,
      )
      return null
    },
    // Known from the sign-in on: only word of a change makes it ask.
    initialData: null,
    staleTime: Infinity,
    enabled: isShown,
    retry: false,
  })
}
