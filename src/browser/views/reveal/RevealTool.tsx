import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import { useSyncExternalStore } from 'react'

import type { Resource } from '#schema'

import { useUser } from '../../client/session/session.ts'
import { ToolButton } from '../list/ToolButton.tsx'
import type { NamedField } from '../../client/records/permitted.ts'
import { useT } from '../../client/i18n/texts.ts'
import { openedRecord, useRevealed } from './revealed.ts'
import { masksIn, revealableNames } from './revealable.ts'
import { useListState } from '../list/listState.tsx'
import { useReveal } from './useReveal.ts'
import english from '../../../texts/records.json'

interface ToolProps {
  resource: Resource
  columns: readonly NamedField[]
}

/** Reveals what is masked on the page of a list, or masks it again. Absent where the page shows nothing to reveal. */
export function RevealTool({ resource, columns }: ToolProps) {
  const t = useT(english)
  const user = useUser()
  const { data = [] } = useListState()
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
