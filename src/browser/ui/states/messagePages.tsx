import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  type ComponentProps,
  type ReactNode,
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
} from 'react'
import { useNavigate, useRouteError } from 'react-router-dom'

import { useT } from '../../client/i18n/texts.ts'
import { createPersistedState } from '../../client/storage/persisted.ts'
import { PageTitle } from '../PageTitle.tsx'
import { askAgain, isMissingPart } from './lazyPart.tsx'
import { Waiting } from './StatePanels.tsx'

interface MessageProps {
  title: string
  text: string
  /** What can be done about it. */
  children?: ReactNode
}

/** A page that has only something to say. */
export function Message({ title, text, children }: MessageProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        alignContent: 'center',
        justifyItems: 'center',
        gap: 1.5,
        minHeight: '70dvh',
        px: 2,
        textAlign: 'center',
      }}
    >
      <PageTitle title={title} />
      <Typography
        component="h1"
        sx={{ fontSize: '2rem', fontWeight: 650, letterSpacing: '-0.02em' }}
      >
        {title}
      </Typography>
      <Typography color="text.secondary" sx={{ maxWidth: '44ch', textWrap: 'balance' }}>
        {text}
      </Typography>
      {children}
    </Box>
  )
}

/** The page of an address that no screen has. A tab that began here has no step to go back: there the button goes to the first screen. */
export function NotFound() {
  const t = useT()
  const navigate = useNavigate()
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <Message title={t('oops')} text={t('not_found')}>
      <Button variant="contained" onClick={back}>
        {t('back')}
      </Button>
    </Message>
  )
}

const Refusal = lazy(async () => ({ default: (await import('./NoPermission.tsx')).NoPermission }))

/**
 * Stands in the place of a page that the user may not see, and says what would open it. It waits for its files by itself,
 * or a page whose permission was taken away would go on asking behind the spinner of what is around it.
 */
export function NoPermission(props: ComponentProps<typeof Refusal>) {
  return (
    <Suspense fallback={<Waiting />}>
      <Refusal {...props} />
    </Suspense>
  )
}

/** The state of a place to which `/` has brought somebody: a button to the start page would go nowhere else. */
export const atHome = { isHome: true } as const

/** Stands in the place of a page that broke, or whose files did not come. Loading it again keeps the address. */
export function PageError() {
  const t = useT()
  const isMissing = isMissingPart(useRouteError())
  const messages = isMissing
    ? { title: t('part_missing'), text: t('part_missing_text') }
    : { title: t('error'), text: t('error_text') }
  useLacksParts(isMissing)
  useEffect(() => {
    if (!isMissing) return undefined
    const load = () => window.location.reload()
    if (navigator.onLine) return loadOnce(load)
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [isMissing])
  return (
    <Message {...messages}>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {t('load_again')}
      </Button>
    </Message>
  )
}

/** When a page that lacked a file was last loaded anew by itself, in ms since 1970. */
const loadedAnew = createPersistedState('loadedAnew', {
  initial: 0,
  storage: window.sessionStorage,
})

/** A new release has other files: the page is loaded anew, but not again and again where that does not help. */
function loadOnce(load: () => void): undefined {
  if (Date.now() - loadedAnew.read() < minuteMs) return
  loadedAnew.write(Date.now())
  load()
}

const minuteMs = 60_000

let isShown = false

/** Whether something stands in the place of what did not come: what was typed there is to be kept. */
export const lacksParts = (): boolean => isShown

/** For what stands in the place of parts whose files did not come. */
export function useLacksParts(isMissing: boolean): void {
  // Before what stood here before is taken down, whose effects come later.
  useLayoutEffect(() => {
    isShown = isMissing
    return () => void (isShown = false)
  }, [isMissing])
  useEffect(askAgain, [])
}
