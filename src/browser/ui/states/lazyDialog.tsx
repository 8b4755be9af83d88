import Button from '@mui/material/Button'
import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
} from 'react'
import { useNotify } from 'react-admin'

import { useT } from '../../client/i18n/texts.ts'
import { isMissingPart, lazyPart } from './lazyPart.tsx'
import { useLacksParts } from './messagePages.tsx'

/** Returns a dialog or a menu whose files come when it is opened, and which is closed where they do not come. */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close: (props: Props) => void = ({ onClose }: { onClose?: () => void }) => onClose?.(),
): ComponentType<Props> {
  const Part = lazyPart(load)
  return (props) => (
    <Closable onClose={() => close(props)}>
      <Suspense>
        <Part {...props} />
      </Suspense>
    </Closable>
  )
}

interface ClosableProps {
  onClose(): void
  children: ReactNode
}

/**
 * Around what is opened on a page. Where files of it do not come, a message says so and it is closed: the page stays with
 * what was typed there, and the next opening asks for them again.
 */
export class Closable extends Component<ClosableProps, { error?: unknown }> {
  override state: { error?: unknown } = {}
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override render() {
    const { error } = this.state
    const { onClose, children } = this.props
    return error ? <Missing {...{ error, onClose }} /> : children
  }
}

function Missing({ error, onClose }: { error: unknown; onClose(): void }) {
  if (!isMissingPart(error)) throw error
  const notify = useNotify()
  const tell = useEffectEvent(() => {
    notify(message, { type: 'error', autoHideDuration })
    onClose()
  })
  useLacksParts(true)
  useEffect(() => tell(), [])
  return null
}

/** Milliseconds: to read what to do and to reach for it, but not to stand over the last rows of a list for good. */
const autoHideDuration = 10_000

function Message() {
  const t = useT()
  return (
    <>
      {t('part_missing_text')}
      <Button color="inherit" size="small" sx={style} onClick={() => window.location.reload()}>
        {t('load_again')}
      </Button>
    </>
  )
}

const style = { display: 'block', marginInlineStart: '-5px', minHeight: { xs: 44, sm: 0 } }

// The same element each time: what is on the screen already is not said twice.
const message = <Message />
