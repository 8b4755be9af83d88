import { useContext } from 'react'

import { agoText } from '../../ui/fields/ago.ts'
import type { Entry } from '../../client/records/historyEntry.ts'
import { UserContext } from '../../client/session/session.ts'
import { useText } from '../../client/i18n/texts.ts'

/** Returns who has written an entry of the history, and how long ago, in words. */
export function useWho(): (entry: Entry | undefined) => { who: string; when: string } {
  const say = useText()
  // A message may outlive the session that it tells of.
  const me = useContext(UserContext)
  return (entry) => {
    const user = entry?.user
    const isMe = user !== undefined && user?.id === me?.id
    const other = user?.label ?? say('somebody_else', 'Somebody else')
    return {
      who: isMe ? say('you_elsewhere', 'You, in another window,') : other,
      when: entry ? agoText(entry.at) : say('meanwhile', 'meanwhile'),
    }
  }
}
