import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'

import type { Resource, User } from '#schema'

import { useUser } from '../../client/session/session.ts'
import { pathOf } from '../../client/addresses/addresses.ts'
import { may } from '../../client/records/permitted.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import type { NoticeRecord } from './views.tsx'
import english from '../../../texts/notifications.json'

/** The way to what a notification is about, for those who may see it and while it is there. */
export function ThingLink({ notice }: { notice: NoticeRecord }) {
  const user = useUser()
  const resource = useResourceNamed(notice.resource ?? '')
  const isGone = notice.event.endsWith('_deleted')
  if (!resource || notice.record_id === null || isGone) return null
  const to = thingPath(resource, user, notice.record_id)
  return to === undefined ? null : <Open {...{ resource, to }} />
}

function Open({ resource, to }: { resource: Resource; to: string }) {
  const t = useT(english)
  const one = useNames(resource).one.toLowerCase()
  return (
    <Button variant="contained" component={Link} to={to}>
      {t('open_the_one', { one })}
    </Button>
  )
}

/** Only the id is known here; whether the very record may be seen the server says when it is opened. */
function thingPath(resource: Resource, user: User, id: number): string | undefined {
  const mayShow = may(resource, 'show', user)
  const mayEdit = resource.operations.includes('edit') && may(resource, 'edit', user)
  const hasOwnShow = resource.routes.show !== undefined || resource.show !== undefined
  if (mayShow && (hasOwnShow || !mayEdit)) return pathOf(resource, 'show', id)
  return mayEdit ? pathOf(resource, 'edit', id) : undefined
}
