import Button from '@mui/material/Button'
import { lazy, Suspense, useEffect, useEffectEvent, type ComponentType } from 'react'
import { useNotify } from 'react-admin'

import { useT } from '../../client/i18n/texts.ts'

interface DialogProps {
  /** Of one that stands also while it is closed. */
  isOpen?: boolean
  onClose?: () => void
}

/**
 * Returns a dialog or a menu whose files come when it is opened. Where they do not come, a message says so and it is closed:
 * the page stays with what was typed there, and the next opening asks for them again.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close: (props: Props) => void = ({ onClose }: DialogProps) => onClose?.(),
): ComponentType<Props> {
  const begin = () =>
    lazy(async () => ({
      default: await load().catch(() => {
        Late = begin()
        return Missing
      }),
    }))
  let Late = begin()
  function Missing(props: Props) {
    const { isOpen = true } = props as DialogProps
    const notify = useNotify()
    const tell = useEffectEvent(() => {
      notify(message, { type: 'error', autoHideDuration: null })
      close(props)
    })
    useEffect(() => {
      if (isOpen) tell()
    }, [isOpen])
    return null
  }
  return (props) => (
    <Suspense>
      <Late {...props} />
    </Suspense>
  )
}

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
