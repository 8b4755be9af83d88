import CssBaseline from '@mui/material/CssBaseline'
import type { QueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useMemo, useRef, type RefObject } from 'react'
import { AdminContext, ResourceDefinitionContext, type AuthProvider } from 'react-admin'
import { Outlet, useMatches } from 'react-router-dom'

import { joined, type Resource } from '#schema'

import type { ConfirmingHttp } from '../client/session/connection.ts'
import { Directed } from '../ui/theme/Directed.tsx'
import { setDisplayLocale, directionOf, type Direction } from '../client/i18n/formats.ts'
import type { Http } from '../client/http/http.ts'
import { SignInWhenWaiting } from './layout/passwordQuestions.tsx'
import { useLocaleOf } from '../client/i18n/locale.ts'
import { Navigation } from '../client/addresses/navigation.tsx'
import {
  interruptedPerson,
  rememberAddress,
  takeInterrupted,
} from '../client/addresses/returnAddress.ts'
import { useSession } from '../client/session/session.ts'
import { UserContext, userOf } from '../client/session/user.ts'
import { definitionsOf } from './adminResource.tsx'
import { SignedIn } from './SignedIn.tsx'
import type { store as preferences } from '../client/storage/store.ts'
import { ScreensContext, type Screen } from '../views/screens/screens.tsx'
import { themesIn } from '../ui/theme/themes.ts'
import { useI18n } from '../client/i18n/i18nProvider.ts'
import type { ConsoleProvider } from '../client/records/provider.ts'
import { ResourcesContext } from '../client/records/resources.ts'
import { localizeResource } from '../client/i18n/localizeResource.ts'

export interface RootProps {
  readonly resources: readonly Resource[]
  readonly screens: readonly Screen[]
  readonly http: ConfirmingHttp
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
  const hadSession = useRef(false)
  useEffect(() => {
    if (session) hadSession.current = true
  }, [session])
  const locale = useLocaleOf(admin.store, session)
  const { i18nProvider, direction, declared, definitions, ...themes } = useLanguage(
    http,
    locale,
    resources,
  )
  const zone = session?.settings['timezone']
  setDisplayLocale({ locale, zone: typeof zone === 'string' ? zone : undefined })
  return (
    <Directed {...{ locale, direction }}>
      <AdminContext {...{ ...admin, ...themes, i18nProvider }}>
        <CssBaseline enableColorScheme />
        <ResourceDefinitionContext.Provider value={definitions}>
          <ResourcesContext.Provider value={declared}>
            <ScreensContext.Provider value={screens}>
              <UserContext.Provider value={user}>
                <Fragment key={String(zone)}>
                  {user ? (
                    <Navigation>
                      <SignedIn {...{ http, onSignOut }} />
                    </Navigation>
                  ) : (
                    <SignedOut {...{ leave, hadSession }} />
                  )}
                  {session && <SignInWhenWaiting {...{ http, session }} />}
                </Fragment>
              </UserContext.Provider>
            </ScreensContext.Provider>
          </ResourcesContext.Provider>
        </ResourceDefinitionContext.Provider>
      </AdminContext>
    </Directed>
  )
}

/** All that speaks the user's language: the texts, the words of the declarations, and the themes in its direction. */
function useLanguage(http: Http, locale: string, resources: readonly Resource[]) {
  const i18nProvider = useI18n(http, locale)
  return useMemo(() => {
    const { translate } = i18nProvider
    const textDirection = translate('direction', { _: directionOf(locale) })
    const direction: Direction = textDirection === 'rtl' ? 'rtl' : 'ltr'
    const declared = joined(resources.map((resource) => localizeResource(resource, translate)))
    const definitions = { definitions: definitionsOf(declared), register() {}, unregister() {} }
    return { i18nProvider, direction, declared, definitions, ...themesIn(direction, translate) }
  }, [i18nProvider, locale, resources])
}

interface SignedOutProps {
  leave: () => void
  /** Whether somebody was signed in on this page. */
  hadSession: RefObject<boolean>
}

/** Without a session there is the first page, and the page for addresses that do not exist. */
function SignedOut({ leave, hadSession }: SignedOutProps) {
  const handle = useMatches().at(-1)?.handle as { isPublic?: true } | undefined
  const isPublic = handle?.isPublic === true
  useEffect(() => {
    if (isPublic) return
    const person = hadSession.current ? interruptedPerson() : takeInterrupted()
    // Who has signed out begins anew, and so does the next one here.
    if (person !== undefined || !hadSession.current) rememberAddress(person)
    leave()
  }, [isPublic, leave, hadSession])
  return isPublic ? <Outlet /> : null
}
