import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'

import { problemOf } from '../../client/http/problem.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useText } from '../../client/i18n/texts.ts'
import { sessionsKey } from './useSignIns.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'

/** Asks before every other session of the user ends. */
export function SignOutOthers({ count, onClose }: { count: number; onClose: () => void }) {
  const say = useText()
  const id = useId()
  const { isBusy, end } = useEndOthers(onClose)
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{say('sign_out_others', 'Sign out others')}</DialogTitle>
      <DialogContent>
        <DialogContentText>
          {say(
            'sign_out_others_question',
            'End the other sign-in? |||| End the %{count} other sign-ins?',
            { count },
          )}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{say('cancel', 'Cancel')}</Button>
        <SteadyButton color="error" variant="contained" isOff={isBusy} onClick={() => void end()}>
          {say('sign_out', 'Sign out')}
        </SteadyButton>
      </DialogActions>
    </Dialog>
  )
}

function useEndOthers(onClose: () => void) {
  const notify = useNotify()
  const provider = useProvider()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    try {
      const { message } = await provider.call('DELETE', '/profile/sessions')
      if (message) notify(message, { type: 'success' })
    } catch (error) {
      notify(problemOf(error).message, { type: 'error' })
    }
    void queryClient.invalidateQueries({ queryKey: sessionsKey })
    onClose()
  }
  return { isBusy, end }
}
