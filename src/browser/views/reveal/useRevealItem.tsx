import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { useT } from '../../client/i18n/texts.ts'
import { masksIn, revealableNames } from './revealable.ts'
import { openedRecord, useRevealed } from './revealed.ts'
import { useReveal } from './useReveal.ts'

/** Makes the item of a row's menu that reveals the record, or masks it again; null where nothing of it is masked. */
export function useRevealItem(resource: Resource): (record: Row, close: () => void) => ReactNode {
  const t = useT()
  const user = useUser()
  const store = useRevealed()
  const { reveal } = useReveal(resource)
  const names = revealableNames(resource, user)
  return (record, close) => {
    if (masksIn(record, names).length === 0) return null
    const isOpen = masksIn(openedRecord(record, store.of(record.id)), names).length === 0
    const act = () => {
      close()
      if (isOpen) store.forget(record.id)
      else void reveal([record], names)
    }
    return (
      <MenuItem key="reveal" onClick={act}>
        {isOpen ? t('hide') : t('reveal')}
      </MenuItem>
    )
  }
}
