import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import { useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'

import { problemOf, useProvider, useT, type ActionFormProps } from '#browser'
import { SteadyButton } from '#browser/later'

import english from '../../../translations/en/console.json'

export interface WayBack {
  readonly number: number
  /** Whether what it sends, or reads of answers, would be another: then it has to be tested again (product.md 4.4). */
  readonly isUntested: boolean
}

/** Returns the action of the way back to a version, which says what will happen to sending before it is done. */
export const rollBackAction = (label: string, back: WayBack, isActive: boolean) => ({
  name: 'rollback',
  label,
  Form: (props: ActionFormProps) => <RollBack {...props} {...back} isActive={isActive} />,
})

function RollBack({
  request: { target },
  onClose,
  number,
  isUntested,
  isActive,
}: ActionFormProps & WayBack & { isActive: boolean }) {
  const t = useT(english)
  const provider = useProvider()
  const refresh = useRefresh()
  const notify = useNotify()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const rollBack = async () => {
    if (!('record' in target)) return
    setBusy(true)
    try {
      await provider.call('POST', `/send/integration/${target.record.id}/rollback/${number}`)
      const done = isUntested ? 'integration.rolled_back' : 'integration.rolled_back_tested'
      notify(t(done, { number }), { type: 'success' })
      refresh()
      onClose()
    } catch (failure) {
      setRefusal(problemOf(failure).message)
      setBusy(false)
    }
  }
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {refusal && <Alert severity="error">{refusal}</Alert>}
        <DialogContentText>{t('integration.roll_back_to', { number })}</DialogContentText>
        {isUntested && isActive && (
          <Alert severity="warning">{t('integration.change_stops')}</Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <SteadyButton variant="contained" isOff={isBusy} onClick={() => void rollBack()}>
          {t('integration.roll_back')}
        </SteadyButton>
      </DialogActions>
    </>
  )
}
