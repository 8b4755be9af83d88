import { useContext, useSyncExternalStore } from 'react'
import { Outlet, UNSAFE_DataRouterContext as RouterContext } from 'react-router-dom'

import { usePathname } from '../../client/addresses/navigation.tsx'
import { useIsLate } from './late.ts'
import { Loading } from './Loading.tsx'
import { useT } from '../../client/i18n/texts.ts'

/** The page. It stays until the files of the next one have come; when they are late, a spinner takes its place. */
export function Page() {
  const t = useT()
  const isLate = useIsLate(useIsArriving())
  return isLate ? <Loading isLate text={t('loading')} /> : <Outlet />
}

/**
 * The router is at another address than the page: React holds the change back while files are on their way. A change
 * of the query alone, like a filter's, waits for no file.
 */
function useIsArriving(): boolean {
  const router = useContext(RouterContext)?.router
  const shown = usePathname()
  const wanted = useSyncExternalStore(
    (listener) => router?.subscribe(listener) ?? nothing,
    () => router?.state.location.pathname,
  )
  return wanted !== undefined && wanted !== shown
}

const nothing = () => undefined
