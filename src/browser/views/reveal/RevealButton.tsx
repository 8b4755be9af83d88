import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import Button from '@mui/material/Button'
import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useOpened, useRevealed } from './revealed.ts'
import { masksIn, revealableNames } from './revealable.ts'
import { useReveal } from './useReveal.ts'
import english from '../../../texts/records.json'

interface ButtonProps {
  resource: Resource
  /** As the server answered it, masks included. */
  record: Row
  /** The fields that stand beside the button. */
  names: readonly string[]
  /** Called after the values were revealed, in the place of a way back. */
  onRevealed?(): void
  sx?: object
}

/** Reveals all that is masked of a record, which is one act, or masks it again. Absent where nothing beside it is masked. */
export function RevealButton({ resource, record, names, onRevealed, sx }: ButtonProps) {
  const t = useT(english)
  const user = useUser()
  const store = useRevealed()
  const opened = useOpened(record)
  const { reveal, isBusy } = useReveal(resource)
  const all = revealableNames(resource, user)
  const own = all.filter((name) => names.includes(name))
  const isOpen = masksIn(opened, own).length === 0
  if (masksIn(record, own).length === 0 || (isOpen && onRevealed)) return null
  const left = store.left()
  const count = left !== undefined && t('left_this_hour', { count: left })
  const act = async () => {
    if (isOpen) return store.forget(record.id)
    if (await reveal([record], all)) onRevealed?.()
  }
  return (
    <Button
      size="small"
      startIcon={isOpen ? <VisibilityOffIcon /> : <VisibilityIcon />}
      aria-label={isOpen ? t('hide_record') : t('reveal_record')}
      title={(!isOpen && count) || undefined}
      aria-disabled={isBusy}
      onClick={() => void act()}
      sx={{ minHeight: { xs: 44, sm: 0 }, ...sx }}
    >
      {isOpen ? t('hide') : t('reveal')}
    </Button>
  )
}
