import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import {
  CloseNotificationContext,
  useNotificationContext,
  useTakeUndoableMutation,
  useTranslate,
  type NotificationPayload,
} from 'react-admin'

import { memoizeByObject } from '#schema'

import { useHold, useTimer } from '../../../ui/useTimer.ts'
import { warnOfReload } from '../LeaveGuard.tsx'
import { useToastPlace } from './useToastPlace.ts'

/** Milliseconds. */
const shownFor = 3000

/** Short messages, each for three seconds; what is on the screen already is not said twice. */
export function Toasts() {
  const { notifications, setNotifications } = useNotificationContext()
  const shown = notifications.filter(
    (one, index) => notifications.findIndex((other) => isSamePlace(one, other)) === index,
  )
  const dismiss = (toast: NotificationPayload) =>
    setNotifications((all) =>
      all.filter((one) => one !== toast && (isUndoable(one) || one.message !== toast.message)),
    )
  const keys = shown.map((toast) => keyOf(isUndoable(toast) ? toast : toast.message))
  const [box, place] = useToastPlace(keys.join(' '))
  return (
    <Box
      ref={box}
      role="status"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        display: 'grid',
        gap: 1,
        justifyItems: 'start',
        '& a, & button': { pointerEvents: 'auto' },
      }}
      style={place}
    >
      {shown.map((toast, index) => (
        <Toast key={keys[index]} toast={toast} onDone={() => dismiss(toast)} />
      ))}
    </Box>
  )
}

/** Of what react-admin asks the server for only when the message is gone, and in the order of the messages. */
const isUndoable = ({ notificationOptions }: NotificationPayload) =>
  Boolean(notificationOptions?.undoable)

/** Whether one waits until the other is gone, or says the same. */
const isSamePlace = (one: NotificationPayload, other: NotificationPayload) =>
  isUndoable(one) ? isUndoable(other) : !isUndoable(other) && one.message === other.message

let last = 0

const numberOf = memoizeByObject(() => (last += 1))

/** Messages with a button in them are elements, of which no two are the same. */
function keyOf(message: NotificationPayload | NotificationPayload['message']): string {
  if (typeof message !== 'object' || message === null) return String(message)
  return `element ${numberOf(message)}`
}

interface ToastProps {
  toast: NotificationPayload
  onDone: () => void
}

/** Who points at it, or is in it with the keyboard, reads on. */
function Toast({ toast, onDone }: ToastProps) {
  const translate = useTranslate()
  const takeMutation = useTakeUndoableMutation()
  const { message, type, notificationOptions } = toast
  const { autoHideDuration = shownFor, messageArgs } = notificationOptions ?? {}
  const canUndo = isUndoable(toast)
  const [isHeld, hold] = useHold()
  const end = (isUndo: boolean) => {
    if (canUndo) takeMutation()?.({ isUndo })
    onDone()
  }
  const close = () => end(false)
  useTimer(autoHideDuration ?? 0, isHeld || autoHideDuration === null, close)
  useEffect(() => (canUndo ? warnOfReload(() => true) : undefined), [canUndo])
  return (
    <Alert
      severity={type}
      variant="filled"
      onClose={close}
      sx={{
        alignItems: 'center',
        boxShadow: 6,
        overflowWrap: 'anywhere',
        whiteSpace: 'pre-line',
        '& .MuiAlert-action': { py: 0 },
      }}
      {...hold}
    >
      <CloseNotificationContext value={close}>
        {typeof message === 'string' ? translate(message, { _: message, ...messageArgs }) : message}
      </CloseNotificationContext>
      {canUndo && (
        <Button size="small" color="inherit" onClick={() => end(true)}>
          {translate('ra.action.undo')}
        </Button>
      )}
    </Alert>
  )
}
