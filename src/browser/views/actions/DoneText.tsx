import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Fragment, type ReactElement, useCallback, useContext } from 'react'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'

import { type Field, fieldOf, type Resource } from '#schema'

import { shownValue } from '../../../kinds/kinds.browser.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { inTheWayOf, type Problem } from '../../client/http/problem.ts'
import { useDoneMessage, useMessage, useNames, useT } from '../../client/i18n/texts.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { UserContext, useUser } from '../../client/session/user.ts'
import { clamped } from '../../ui/theme/clamped.ts'
import { type Undoing, useUndoing } from '../slots.ts'
import { openPath } from '../rows/cells/cells.tsx'
import { useNamedRecord } from '../useNamedRecord.ts'
import { actionOf, type Done, type Way } from './action.ts'
import { saidFields } from './done.ts'
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

/** Returns what says that a write is done. */
export function useTellDone(): (done: Done, way?: Way) => void {
  const notify = useNotify()
  const undoing = useUndoing()
  return useCallback(
    (done, way) => {
      const type = done.warning ? 'warning' : 'success'
      notify(doneMessage(undoing, done, way), { type })
    },
    [notify, undoing],
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

/** Goes from the message to the record that was made. */
function OpenLink({ resource, id }: { resource: Resource; id: number }) {
  const t = useT(english)
  const path = openPath(resource, useUser(), { id })
  if (path === undefined) return null
  return (
    <Button component={Link} to={path} color="inherit" size="small" sx={openStyle}>
      {t('open')}
    </Button>
  )
}

const openStyle = {
  marginInlineStart: 1,
  my: -0.5,
  minHeight: { xs: 44, sm: 0 },
  fontWeight: 700,
}

interface DoneProps {
  done: Done
  resource: Resource
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

/** Most new values that are named. */
const maxValues = 2

function NewValues({ done, resource }: DoneProps) {
  const action = done.act
  const values = done.values ?? {}
  const said = saidFields(resource, action)
  // What an action was given and is not told, as a password, says nothing by its name alone.
  const given = (done.fields ?? []).filter((name) => !said || name in values)
  const filled = given.filter((name) => (values[name] ?? '') !== '')
  // What was left empty beside what an action was given says nothing.
  const fields = said && filled.length > 0 ? filled : given
  const owner = said ? { ...resource, fields: said } : resource
  const { input = {} } = actionOf(resource, action) ?? {}
  const names = useNames(resource)
  const named = fields.slice(0, maxValues).flatMap((name) => {
    const field = fieldOf(owner, name)
    return field && !isNothing(values[name]) ? [{ name, field }] : []
  })
  const record = useNamedRecord(owner, values, named)
  if (named.length === 0) return null
  const rest = fields.length - maxValues
  // By which people go on.
  const isOutcome = (name: string, { options }: Field) =>
    said ? !(name in input) : options.computed === true
  return (
    <Box component="span" sx={{ opacity: 0.85 }}>
      {' · '}
      {named.map(({ name, field }, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          {(said && field.options.label) ?? names.field(name)}
          {name in values && (
            <>
              :{' '}
              <Box component="span" sx={valueStyle}>
                {shownValue(field, name, record, isOutcome(name, field)) ?? '—'}
              </Box>
            </>
          )}
        </Fragment>
      ))}
      {rest > 0 && ` +${numberText(rest)}`}
    </Box>
  )
}

/** Two lines at most: a long text would hide the page that the message is about. */
const valueStyle = {
  ...clamped(2),
  display: '-webkit-inline-box',
  overflowWrap: 'anywhere',
  verticalAlign: 'bottom',
}

/** Nothing was chosen, as where tags are only taken away and none is added. */
const isNothing = (value: unknown) => Array.isArray(value) && value.length === 0
