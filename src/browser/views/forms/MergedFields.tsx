import Box from '@mui/material/Box'
import { useContext } from 'react'

import type { Resource } from '#schema'
import type { HistoryEntry } from '#contract'

import { shownValue } from '../../../kinds/kinds.browser.ts'
import type { Row } from '../../client/records/row.ts'
import { listText } from '../../client/i18n/formats.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import type { Theirs, Weighed } from './conflict.ts'
import { agoText } from '../../ui/fields/dates/ago.ts'
import { UserContext } from '../../client/session/user.ts'
import english from '../../../texts/en/records.json'

interface MergedProps {
  resource: Resource
  weighed: Weighed
  /** The record as it is now. */
  record: Row
}

/** What only one of two people has changed: "City was changed to Paris by Alma Reyes, 2 minutes ago." */
export function MergedFields({ resource, weighed, record }: MergedProps) {
  const t = useT(english)
  const names = useNames(resource)
  const { theirs, mine } = weighed
  if (theirs.length === 0) return null
  const fields = listText(mine.map(({ name }) => names.field(name)))
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', fontSize: '0.875rem' }}>
      {theirs.map((one) => (
        <li key={one.one.name}>
          <MergedField {...{ resource, record }} theirs={one} />
        </li>
      ))}
      {mine.length > 0 && <li>{t('merged_kept', { fields })}</li>}
    </Box>
  )
}

/** Stands for the value while the sentence is put into words, for a value is more than a text. */
const gap = '\u0000'

/** One of them, in a sentence. */
export function MergedField({
  resource,
  record,
  theirs: { one, entry },
}: Pick<MergedProps, 'resource' | 'record'> & { theirs: Theirs }) {
  const t = useT(english)
  const { name, field } = one
  const values = { field: useNames(resource).field(name), value: gap, ...useWho()(entry) }
  const sentence = t('merged_field', values)
  const [before, after] = sentence.split(gap)
  return (
    <>
      {before}
      <strong>{shownValue(field, name, record) ?? t('empty_value')}</strong>
      {after}
    </>
  )
}

/** Returns who has written an entry of the history, and how long ago, in words. */
export function useWho(): (entry: HistoryEntry | undefined) => { who: string; when: string } {
  const t = useT(english)
  // A message may outlive the session that it tells of.
  const me = useContext(UserContext)
  return (entry) => {
    const user = entry?.user
    const isMe = user !== undefined && user?.id === me?.id
    const other = user?.label ?? t('somebody_else')
    return {
      who: isMe ? t('you_elsewhere') : other,
      when: entry ? agoText(entry.at) : t('meanwhile'),
    }
  }
}
