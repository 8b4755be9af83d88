import type { HistoryEntry } from '#contract'

import type { Row } from '../../browser/client/records/row.ts'
import { may } from '../../browser/client/records/permitted.ts'
import { useUser } from '../../browser/client/session/user.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import type { RevertProps } from '../../browser/views/slots.ts'
import { SteadyButton } from '../../browser/ui/SteadyButton.tsx'
import english from '../../texts/en/history.json'
import { useRevert, valuesBefore } from './history.ts'

/** Takes back a change that is told elsewhere than in the history of its record. */
export function RevertButton({ resource, id, change, onDone }: RevertProps) {
  const { revert, isBusy } = useRevert(resource, { id })
  const onRevert: Revert = async (entry, values) => {
    await revert(entry, values)
    onDone()
  }
  return (
    <Revert {...{ resource, change }} record={{ id }} onRevert={isBusy ? undefined : onRevert} />
  )
}

type Revert = ReturnType<typeof useRevert>['revert']

interface ButtonProps extends Pick<RevertProps, 'resource' | 'change'> {
  record: Row
  /** The version that the change made, where it is known. */
  version?: HistoryEntry['version']
  /** Undefined while another one is taken back. */
  onRevert: Revert | undefined
}

/** Stands where the user may set something that the change replaced. */
export function Revert({ resource, record, change, version, onRevert }: ButtonProps) {
  const t = useT(english)
  const user = useUser()
  const values = may(resource, 'edit', user, record) ? valuesBefore(resource, user, change) : {}
  if (Object.keys(values).length === 0) return null
  return (
    <SteadyButton
      size="small"
      isOff={!onRevert}
      onClick={() => void onRevert?.(change, values)}
      {...(version !== undefined && { 'aria-label': t('revert_version', { version }) })}
    >
      {t('revert')}
    </SteadyButton>
  )
}
