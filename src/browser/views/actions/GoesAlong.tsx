import DialogContentText from '@mui/material/DialogContentText'
import { useGetList } from 'react-admin'

import { hasList, kindOf, targetOf, type Field, type Resource } from '#schema'

import { useNames, useT } from '../../client/i18n/texts.ts'
import { useResources } from '../../client/records/resources.ts'
import { useUser } from '../../client/session/user.ts'
import type { ActionRequest } from './action.ts'
import english from '../../../texts/en/actions.json'

/** How many records are deleted with those that somebody is about to delete, as far as the user may see them. */
export function GoesAlong({ request: { resource, action, target } }: { request: ActionRequest }) {
  const user = useUser()
  const ids = action.name === 'delete' ? idsOf(target) : []
  const pointing = useResources().filter(
    (one) =>
      hasList(one) && one.access.list(user) !== false && !one.softDelete === !resource.softDelete,
  )
  if (ids.length === 0) return null
  return pointing.flatMap((one) =>
    Object.entries<Field>(one.fields).flatMap(([by, field]) => {
      const goes =
        targetOf(field) === resource.name && kindOf(field).onDelete?.(field) === 'cascade'
      return goes ? <Counted key={`${one.name} ${by}`} resource={one} filter={{ [by]: ids }} /> : []
    }),
  )
}

function idsOf(target: ActionRequest['target']): readonly number[] {
  if ('record' in target) return [target.record.id]
  return 'selection' in target && 'ids' in target.selection ? target.selection.ids : []
}

function Counted({ resource, filter }: { resource: Resource; filter: object }) {
  const t = useT(english)
  const names = useNames(resource)
  const { total = 0 } = useGetList(resource.name, {
    filter,
    pagination: { page: 1, perPage: 1 },
  })
  if (total === 0) return null
  return (
    <DialogContentText sx={{ mb: 2 }}>
      {t('goes_along', { things: names.counted(total) })}
    </DialogContentText>
  )
}
