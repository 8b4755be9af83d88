import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import { useNotificationContext, useTranslate, type NotificationPayload } from 'react-admin'

/** Specification 9. */
const shownFor = 3000

/** Short messages, each for three seconds; what is on the screen already is not said twice. */
export function Toasts() {
  const { notifications, setNotifications } = useNotificationContext()
  const isFirst = (one: NotificationPayload, index: number) =>
    notifications.findIndex(({ message }) => message === one.message) === index
  const shown = notifications.filter(isFirst)
  const dismiss = ({ message }: NotificationPayload) =>
    setNotifications((all) => all.filter((one) => one.message !== message))
  return (
    <Box
      role="status"
      sx={{
        position: 'fixed',
        bottom: 24,
        insetInlineStart: { xs: 16, sm: 'auto' },
        insetInlineEnd: { xs: 16, sm: 24 },
        zIndex: 'snackbar',
        display: 'grid',
        gap: 1,
        justifyItems: 'end',
      }}
    >
      {shown.map((toast) => (
        <Toast key={String(toast.message)} toast={toast} onDone={() => dismiss(toast)} />
      ))}
    </Box>
  )
}

interface ToastProps {
  toast: NotificationPayload
  onDone: () => void
}

function Toast({ toast, onDone }: ToastProps) {
  const translate = useTranslate()
  const { message, type, notificationOptions } = toast
  const box = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    const timer = setInterval(() => {
      // Who is in it with the keyboard is not thrown out.
      if (!box.current?.contains(document.activeElement)) done.current()
    }, shownFor)
    return () => clearInterval(timer)
  }, [])
  const text =
    typeof message === 'string'
      ? translate(message, { ...notificationOptions?.messageArgs, _: message })
      : message
  return (
    <Alert
      ref={box}
      severity={type}
      variant="filled"
      onClose={onDone}
      sx={{ maxWidth: 420, boxShadow: 6, overflowWrap: 'anywhere' }}
    >
      {text}
    </Alert>
  )
}
