import { type ReactElement, useContext } from 'react'

import { inTheWayOf, type Problem } from '../../client/http/problem.ts'
import { useDoneMessage, useMessage, useNames, useT } from '../../client/i18n/texts.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { UserContext } from '../../client/session/user.ts'
import { type Undoing } from '../slots.ts'
import { actionOf, type Done, type Way } from './action.ts'
import { OpenLink } from './OpenLink.tsx'
import { type DoneProps, NewValues } from './NewValues.tsx'
import english from '../../../texts/en/actions.json'

/** Remembers what was done, and returns the message that says so, with a button that takes it back where that can be. */
export function doneMessage({ note, Button }: Undoing, done: Done, way?: Way): ReactElement {
  const undoable = note(done, way)
  return (
    <>
      <DoneText done={done} />
      {undoable && <Button undoable={undoable} />}
    </>
  )
}

/** What was done, to how many records, and the new values: "40 books · Status: Lent". */
export function DoneText({ done }: { done: Done }) {
  const resource = useResourceNamed(done.resource)
  // A message may outlive the session that it tells of.
  const isSignedIn = useContext(UserContext) !== undefined
  if (!resource || !isSignedIn) return null
  if (done.warning) {
    return (
      <>
        {done.warning}
        <NewValues {...{ done, resource }} />
      </>
    )
  }
  return (
    <>
      <What {...{ done, resource }} />
      {done.act !== 'create' && done.act !== 'fill' && <NewValues {...{ done, resource }} />}
      {done.made !== undefined && <OpenLink resource={resource} id={done.made} />}
    </>
  )
}

/** Why something was refused, with the way to the record for which it was. */
export function RefusalText({ problem }: { problem: Problem }) {
  const place = inTheWayOf(problem)
  const resource = useResourceNamed(place?.resource ?? '')
  const message = useMessage()(problem.message)
  // A message may outlive the session that it tells of.
  const isSignedIn = useContext(UserContext) !== undefined
  return (
    <>
      {message}
      {place && resource && isSignedIn && <OpenLink resource={resource} id={place.id} />}
    </>
  )
}

function What({ done: { act: action, count }, resource }: DoneProps) {
  const t = useT(english)
  const names = useNames(resource)
  const message = useDoneMessage(resource)
  const { label = action, done, moves } = actionOf(resource, action) ?? {}
  if (count === undefined) {
    if (action === 'create') return message('created')
    if (action === 'update') return message('updated')
    if (action === 'fill') return t('there_already_and_filled')
    if (action === 'delete') return message('deleted')
    return done ?? (moves ? message('updated') : t('act_done', { label }))
  }
  const things = names.counted(count)
  const parameters = { things, count }
  if (action === 'update') {
    return t('things_updated', parameters)
  }
  if (action === 'delete') {
    return t('things_deleted', parameters)
  }
  return t('act_things', { label, things })
}
