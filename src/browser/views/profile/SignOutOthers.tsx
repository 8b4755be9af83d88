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
import { useT } from '../../client/i18n/texts.ts'
import { sessionsKey } from './useSignIns.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import english from '../../../texts/profile.json'

/** Asks before every other session of the user ends. */
export function SignOutOthers({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useT(english)
  const id = useId()
  const { isBusy, end } = useEndOthers(onClose)
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('sign_out_others')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('sign_out_others_question', { count })}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <SteadyButton color="error" variant="contained" isOff={isBusy} onClick={() => void end()}>
          {t('sign_out')}
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
