import {
  type Resource,
  type User,
  validateChanges,
  validateNew,
  type Fields,
  isSecret,
  kindOf,
  type Field,
} from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import { invalid } from '../../kernel/errors.ts'
import { actionOf } from './runAction.ts'
import { assertStorable } from '../write/validation/forbiddenText.ts'
import { msg } from '../../../texts/serverMsg.ts'
import type { Row } from '../read/select.ts'

/** What no record would take is refused once, before any is touched; what is kept in a job is clean. */
export function checkedValues(
  { resource, action, given }: { resource: Resource; action: string; given: Row },
  { user, backend }: { user: User; backend: Backend },
): Row {
  const fields: Fields = action === 'update' ? resource.fields : inputOf(resource, action)
  const { values, errors } =
    action === 'update' ? validateChanges(fields, user, given) : validateNew(fields, user, given)
  if (errors) throw invalid(errors)
  // A job keeps its values for people to read: nothing that is never shown may stand there. A file is one record's.
  const secret = Object.keys(values).find(
    (name) => values[name] !== null && (isSecret(fields[name]) || isFile(fields[name])),
  )
  if (secret) throw invalid({ [secret]: [msg('set_this_for_one_record_at_a')] })
  assertStorable(backend.business, values, fields)
  return values
}

const isFile = (field?: Field) => field !== undefined && kindOf(field).file !== undefined

const inputOf = (resource: Resource, action: string): Fields =>
  action === 'delete' ? {} : (actionOf(resource, action).input ?? {})
