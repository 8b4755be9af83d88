import Box from '@mui/material/Box'
import { Fragment } from 'react'

import { type Field, fieldOf, type Resource } from '#schema'

import { shownValue } from '../../../kinds/kinds.browser.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { useNames } from '../../client/i18n/texts.ts'
import { clamped } from '../../ui/theme/clamped.ts'
import { useNamedRecord } from '../useNamedRecord.ts'
import { actionOf, type Done } from './action.ts'
import { saidFields } from './done.ts'

export interface DoneProps {
  done: Done
  resource: Resource
}

/** Most new values that are named. */
const maxValues = 2

export function NewValues({ done, resource }: DoneProps) {
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
