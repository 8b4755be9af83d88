import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, useState } from 'react'
import { useNotify } from 'react-admin'

import type { Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import { may } from '../../client/records/permitted.ts'
import { type Answer, useProvider } from '../../client/records/provider.ts'
import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import { useNotifyResult } from '../../ui/useNotifyResult.ts'
import {
  masksIn,
  openedRecord,
  revealableNames,
  useRevealed,
  type ValuesById,
} from './revealed.tsx'
import english from '../../../texts/en/lists.json'

interface Revealing<Data> extends Answer<Data> {
  readonly meta: { readonly left: number }
}

/** Reveals one record or the records of a page: one action of the hour. A toast says how many are left, or why it was refused. */
export function useReveal(resource: Resource) {
  const provider = useProvider()
  const notify = useNotify()
  const told = useNotifyResult()
  const user = useUser()
  const store = useRevealed()
  const t = useT(english)
  const [isBusy, setBusy] = useState(false)

  async function ask<Data>(path: string, body: object): Promise<Data> {
    const answer = await provider.call<Data>('POST', `/${resource.api}/${path}`, body)
    const { left } = (answer as Revealing<Data>).meta
    store.setLeft(left)
    notify(t('revealed', { count: left }), { type: 'info' })
    return answer.data
  }

  async function valuesOf(records: readonly Row[], fields: readonly string[]): Promise<ValuesById> {
    const [record, ...others] = records
    if (record && others.length === 0 && may(resource, 'show', user, record)) {
      const { values } = await ask<{ values: ValuesById[string] }>(`${record.id}/reveal`, {})
      return { [record.id]: values }
    }
    return ask<ValuesById>('reveal', { ids: records.map(({ id }) => id), fields })
  }

  /** Returns whether it was done. */
  async function reveal(records: readonly Row[], fields: readonly string[]): Promise<boolean> {
    if (isBusy || records.length === 0) return false
    setBusy(true)
    const isDone = await told(async () => store.add(records, await valuesOf(records, fields)))
    setBusy(false)
    return isDone
  }

  return { reveal, isBusy }
}

/** Makes the item of a row's menu that reveals the record, or masks it again; null where nothing of it is masked. */
export function useRevealItem(resource: Resource): (record: Row, close: () => void) => ReactNode {
  const t = useT(english)
  const user = useUser()
  const store = useRevealed()
  const { reveal } = useReveal(resource)
  const names = revealableNames(resource, user)
  return (record, close) => {
    if (masksIn(record, names).length === 0) return null
    const isOpen = masksIn(openedRecord(record, store.of(record.id)), names).length === 0
    const toggle = () => {
      close()
      if (isOpen) store.forget(record.id)
      else void reveal([record], names)
    }
    return (
      <MenuItem key="reveal" onClick={toggle}>
        {isOpen ? t('hide') : t('reveal')}
      </MenuItem>
    )
  }
}
