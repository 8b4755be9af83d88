import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import { useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'

import { Failed, momentText, useProvider, useT, type ActionFormProps } from '#browser'
import { Select, SteadyButton, useLoaded, useTask } from '#browser/later'

import english from '../../../translations/en/console.json'
import { testedFields } from '../testedFields.ts'
import { useVersions, type Version } from '../versions/versions.browser.ts'
import { Differences } from './Differences.tsx'

/** Returns the action of the way back to a version that was chosen already. */
export const rollBackTo = (number: number, label: string) => ({
  name: 'rollback',
  label,
  Form: (props: ActionFormProps) => <RollBack {...props} number={number} />,
})

/** Asks which version comes back: each by when it was saved and by whom, with what would change (product.md 7.6). */
export function RollBack(props: ActionFormProps & { number?: number }) {
  const { target } = props.request
  const record = 'record' in target ? target.record : undefined
  const t = useT(english)
  const { data, pending } = useLoaded(useVersions(record?.id))
  if (!data) {
    return (
      <>
        <DialogContent>{pending}</DialogContent>
        <DialogActions>
          <Button onClick={props.onClose}>{t('cancel')}</Button>
        </DialogActions>
      </>
    )
  }
  const isActive = record?.['state'] === 'active'
  return <ChosenVersion {...props} {...{ isActive }} id={Number(record?.id)} versions={data} />
}

interface ChosenProps extends ActionFormProps {
  readonly id: number
  readonly isActive: boolean
  /** The newest first, which is what the integration is now. */
  readonly versions: readonly Version[]
  readonly number?: number
}

function ChosenVersion({ id, isActive, versions, number: first, onClose }: ChosenProps) {
  const t = useT(english)
  const provider = useProvider()
  const refresh = useRefresh()
  const notify = useNotify()
  const [now, ...older] = versions
  const [number, setNumber] = useState(first ?? older[0]?.number)
  const chosen = older.find((one) => one.number === number)
  const isUntested = !isSameCall(chosen, now)
  const rollBack = useTask(async () => {
    await provider.call('POST', `/send/integration/${id}/rollback/${number}`)
    const done = isUntested ? 'integration.rolled_back' : 'integration.rolled_back_tested'
    notify(t(done, { number }), { type: 'success' })
    refresh()
    onClose()
  })
  const nameOf = ({ number, created_at, labels }: Version) => {
    const by = labels?.user?.label
    const version = t('integration.version', { number })
    return `${version} · ${momentText(created_at)}${by ? ` · ${by}` : ''}`
  }
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {rollBack.problem && <Failed problem={rollBack.problem} />}
        <Select
          margin="dense"
          label={t('integration.to_version')}
          value={number ?? ''}
          options={older.map((one) => [one.number, nameOf(one)])}
          onChange={(chosenNumber) => {
            setNumber(chosenNumber)
            rollBack.forget()
          }}
          sx={{ mt: 1 }}
        />
        {chosen && (
          <DialogContentText>{t('integration.roll_back_to', { number })}</DialogContentText>
        )}
        {chosen && isUntested && isActive && (
          <Alert severity="warning">{t('integration.change_stops')}</Alert>
        )}
        {now && chosen && <Differences before={now} now={cameBack(chosen, now)} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <SteadyButton
          variant="contained"
          isOff={rollBack.isBusy || !chosen}
          onClick={() => rollBack.run()}
        >
          {t('integration.roll_back')}
        </SteadyButton>
      </DialogActions>
    </>
  )
}

/** What it would be then: its name and its department are no part of what comes back. */
function cameBack(chosen: Version, { content: { name, department } }: Version): Version {
  return { ...chosen, content: { ...chosen.content, name, department } }
}

/** Whether what is sent, and read of answers, stays as it was tested (product.md 4.4). */
function isSameCall(one: Version | undefined, other: Version | undefined): boolean {
  const text = (version: Version | undefined, name: string) =>
    JSON.stringify(version?.content[name])
  return [...testedFields].every((name) => text(one, name) === text(other, name))
}
