import { forgetOthers } from './signIn.ts'
import { noteInterrupted } from '../addresses/returnAddress.ts'
import { endSession, forgetDraft, personOf, type Session, type SessionStore } from './session.ts'
import { createSignal } from '../storage/persisted.ts'

const reloadDelay = 3000

export interface ConnectionOptions {
  session: SessionStore
  reload: () => void
  /** Whether something on the page would be lost by a reload. */
  hasUnsaved?: () => boolean
  /** Forgets what only the user of the session may know, as signing out does. */
  forget?: () => void
}

/**
 * The end of a session. One that the server no longer knows is told of once, and three seconds later left; one that
 * another tab has ended at once. A page on which something is not saved waits for its user instead of being loaded anew.
 */
export function createEnd({ session, reload, hasUnsaved, forget }: ConnectionOptions) {
  const coming = createSignal()
  const waiting = createSignal()
  let hasCome = false
  let isWaiting = false
  let isWanted = false
  let stop = () => {}

  session.keepWhen(() => {
    if (!hasUnsaved?.()) return false
    if (!hasCome) begin()
    setWaiting(true)
    return true
  })

  function begin(): Session | undefined {
    hasCome = true
    const ended = session.read()
    stop = session.subscribe(() => {
      const known = session.read()
      const isNew = known && known.access_token !== ended?.access_token
      if (isWaiting && isNew) anew(known, ended)
    })
    return ended
  }

  function carryOut(ended: Session | undefined): void {
    const known = session.read()
    if (!hasCome) return
    if (known && known.access_token !== ended?.access_token) return anew(known, ended)
    if (ended) noteInterrupted(personOf(ended))
    if (hasUnsaved?.()) {
      session.unstore()
      setWaiting(true)
    } else leave()
  }

  function leave(): void {
    endSession(session)
    forgetDraft()
    forget?.()
    reload()
  }

  /** Somebody has signed in, here over the page or meanwhile in another tab. */
  function anew(next: Session, ended: Session | undefined): void {
    const isSame = ended && personOf(next) === personOf(ended)
    if (isSame && hasUnsaved?.()) return resume(next)
    stop()
    if (!isSame) forgetOthers(next)
    session.write(next)
    reload()
  }

  function resume(next: Session): void {
    hasCome = false
    stop()
    session.write(next)
    setWaiting(false)
  }

  function setWaiting(next: boolean): void {
    if (isWaiting === next) return
    isWaiting = next
    waiting.send()
  }

  return {
    hasCome: () => hasCome,
    isWaiting: () => isWaiting,
    onWaiting: waiting.listen,
    goOn(next: Session): void {
      anew(next, session.read())
    },
    abandon: leave,
    /** While its user ends it, other calls may find it gone, which is not told. */
    async wanted<Answer>(call: () => Promise<Answer>): Promise<Answer> {
      isWanted = true
      return call().finally(() => (isWanted = false))
    },
    come(): void {
      if (hasCome || isWanted) return
      const ended = begin()
      coming.send()
      setTimeout(() => carryOut(ended), reloadDelay)
    },
    onCome: coming.listen,
  }
}
