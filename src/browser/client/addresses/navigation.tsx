import {
  createContext,
  useContext,
  useSyncExternalStore,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react'
import {
  UNSAFE_DataRouterContext as RouterContext,
  useLocation,
  useNavigate,
  type DataRouter,
} from 'react-router-dom'

type Go = (path: string, options?: { replace?: boolean }) => void

const PathnameContext = createContext('/')
const GoContext = createContext<Go>(() => {})

/**
 * Tells what stands around every page where the user is, and goes elsewhere. react-router draws whatever asks it for
 * these again at every change of the query, as by a filter or a click on the head of a column.
 */
export function Navigation({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <PathnameContext.Provider value={pathname}>
      <GoContext.Provider value={navigate as Go}>{children}</GoContext.Provider>
    </PathnameContext.Provider>
  )
}

/** The path of the page that is shown, without the query. */
export const usePathname = (): string => useContext(PathnameContext)

/**
 * Whether the router is at another address than the page: React holds the change back while files are on their way. A
 * change of the query alone, like a filter's, waits for no file.
 */
export function useIsArriving(): boolean {
  const router = useContext(RouterContext)?.router
  const shown = usePathname()
  const wanted = useSyncExternalStore(
    (listener) => router?.subscribe(listener) ?? nothing,
    () => router?.state.location.pathname,
  )
  return wanted !== undefined && wanted !== shown
}

const nothing = () => undefined

/** Returns the function that goes to another address. */
export const useGo = (): Go => useContext(GoContext)

/** A link of what stands around every page. */
export function FrameLink({ to, onClick, ...props }: ComponentProps<'a'> & { to: string }) {
  const go = useGo()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isPlainClick(event)) return
    event.preventDefault()
    go(to, { replace: to === window.location.pathname + window.location.search })
  }
  return <a {...props} href={to} onClick={follow} />
}

/** Whether a click on a link means to go there, and not to open it elsewhere. */
export function isPlainClick(event: Pick<globalThis.MouseEvent, ModifierName | 'button'>): boolean {
  const { button, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey) && !defaultPrevented
}

type ModifierName = 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'defaultPrevented'

/** By the key of an entry of the browser's history, the path of the page whose link made it. */
const origins = new Map<string, string>()

/** Remembers from where each page is opened while this tab is not loaded anew. Returns how to stop. */
export function recordOrigins(router: DataRouter): () => void {
  let last = router.state.location
  return router.subscribe(({ location, historyAction }) => {
    if (location.key === last.key) return
    const origin = historyAction === 'PUSH' ? last.pathname : origins.get(last.key)
    if (historyAction !== 'POP' && origin !== undefined) origins.set(location.key, origin)
    last = location
  })
}

/** Whether one step back goes from an entry to another page of the console. */
export function hasOrigin({ key, pathname }: { key: string; pathname: string }): boolean {
  const origin = origins.get(key)
  return origin !== undefined && origin !== pathname
}

/**
 * Returns what leaves a form or drawer: back to where it was opened, so that the back button does not open it again.
 * One that was opened by its address, or by a reload, makes room for `home`.
 */
export function useLeave(home: string): () => void {
  const navigate = useNavigate()
  const location = useLocation()
  return () => void (hasOrigin(location) ? navigate(-1) : navigate(home, { replace: true }))
}
