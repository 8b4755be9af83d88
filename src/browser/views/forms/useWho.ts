import { useContext } from 'react'

import { agoText } from '../../ui/fields/ago.ts'
import type { HistoryEntry } from '#contract'
import { UserContext } from '../../client/session/session.ts'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/records.json'

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
