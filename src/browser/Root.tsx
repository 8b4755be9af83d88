import CssBaseline from '@mui/material/CssBaseline'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { AdminContext, type AuthProvider } from 'react-admin'
import { Outlet, useMatches } from 'react-router-dom'

import type { Resource } from '#schema'

import type { Http } from './http.ts'
import { Toasts } from './layout/Toasts.tsx'
import { useLocaleOf } from './locale.ts'
import { UserContext, userOf, useSession } from './session.ts'
import { SignedIn } from './SignedIn.tsx'
import type { store as preferences } from './store.ts'
import { ScreensContext, type Screen } from './screens.tsx'
import { darkTheme, lightTheme } from './theme.ts'
import { useI18n } from './translations.ts'
import type { ConsoleProvider } from './views/provider.ts'
import { ResourcesContext } from './views/resources.ts'

export interface RootProps {
  readonly resources: readonly Resource[]
  readonly screens: readonly Screen[]
  readonly http: Http
  readonly store: typeof preferences
  readonly queryClient: QueryClient
  readonly dataProvider: ConsoleProvider
  readonly authProvider: AuthProvider
  readonly onSignOut: () => void
  readonly leave: () => void
}

/** Everything that every page stands in. */
export function Root({ resources, screens, http, onSignOut, leave, ...admin }: RootProps) {
  const session = useSession()
  const user = useMemo(() => session && userOf(session), [session])
  const locale = useLocaleOf(admin.store, session)
  const i18nProvider = useI18n(http, locale)
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  return (
    <AdminContext {...{ ...admin, i18nProvider, lightTheme, darkTheme }}>
      <CssBaseline enableColorScheme />
      <ResourcesContext.Provider value={resources}>
        <ScreensContext.Provider value={screens}>
          <UserContext.Provider value={user}>
            {user ? <SignedIn {...{ http, onSignOut }} /> : <SignedOut leave={leave} />}
          </UserContext.Provider>
        </ScreensContext.Provider>
      </ResourcesContext.Provider>
      <Toasts />
    </AdminContext>
  )
}

/** Without a session there is the first page, and the page for addresses that do not exist (specification 2). */
function SignedOut({ leave }: { leave: () => void }) {
  const handle = useMatches().at(-1)?.handle as { isPublic?: true } | undefined
  const isPublic = handle?.isPublic === true
  useEffect(() => {
    if (!isPublic) leave()
  }, [isPublic, leave])
  return isPublic ? <Outlet /> : null
}
