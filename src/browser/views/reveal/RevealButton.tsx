import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import Button from '@mui/material/Button'
import { useSyncExternalStore } from 'react'

import type { Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import type { NamedField } from '../../client/records/permitted.ts'
import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import { useListRows } from '../list/listState.tsx'
import { ToolButton } from '../list/tools/toolParts.tsx'
import { masksIn, openedRecord, revealableNames, useOpened, useRevealed } from './revealed.tsx'
import { useReveal } from './useReveal.tsx'
import english from '../../../texts/en/records.json'

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

/** Reveals all that is masked of a record, which is one action, or masks it again. Absent where nothing beside it is masked. */
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
  const toggle = async () => {
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
      onClick={() => void toggle()}
      sx={{ minHeight: { xs: 44, sm: 0 }, ...sx }}
    >
      {isOpen ? t('hide') : t('reveal')}
    </Button>
  )
}

interface ToolProps {
  resource: Resource
  columns: readonly NamedField[]
}

/** Reveals what is masked on the page of a list, or masks it again. Absent where the page shows nothing to reveal. */
export function RevealTool({ resource, columns }: ToolProps) {
  const t = useT(english)
  const user = useUser()
  const data = useListRows()
  const store = useRevealed()
  useSyncExternalStore(store.subscribe, store.version)
  const { reveal, isBusy } = useReveal(resource)
  const shown = new Set(columns.map(({ name }) => name))
  const names = revealableNames(resource, user).filter((name) => shown.has(name))
  const masked = data.filter((record) => masksIn(record, names).length > 0)
  if (masked.length === 0) return null
  const closed = masked.filter(
    (record) => masksIn(openedRecord(record, store.of(record.id)), names).length > 0,
  )
  const isOpen = closed.length === 0
  const label = isOpen ? t('hide_page') : t('reveal_page')
  const left = store.left()
  const count = left !== undefined && t('left_this_hour', { count: left })
  return (
    <ToolButton
      icon={isOpen ? <VisibilityOffIcon /> : <VisibilityIcon />}
      label={label}
      text={isOpen ? t('hide') : t('reveal')}
      title={!isOpen && count ? `${label} · ${count}` : label}
      aria-disabled={isBusy}
      onClick={() => (isOpen ? store.forget() : void reveal(closed, names))}
    />
  )
}
