import Button from '@mui/material/Button'
import { useContext } from 'react'
import { Link } from 'react-router-dom'

import type { Resource, User } from '#schema'

import { useUser } from '../../client/session/user.ts'
import { listPath, pathOf } from '../../client/addresses/addresses.ts'
import { may } from '../../client/records/permitted.ts'
import { useResourceNamed, useResources } from '../../client/records/resources.ts'
import { useT, useNames } from '../../client/i18n/texts.ts'
import type { NoticeTarget } from '../resourceViews.ts'
import { SlotsContext } from '../slots.ts'
import type { NoticeRecord } from './noticeCells.tsx'
import english from '../../../texts/en/notifications.json'

/** The way to where something can be done about it, or else to what it is about: for those who may see it and while it is there. */
export function ThingLink({ notice }: { notice: NoticeRecord }) {
  const listed = useNoticeTarget(notice)
  const about = useResourceNamed(notice.resource ?? '')
  const user = useUser()
  const { record_id: id } = notice
  if (notice.event.endsWith('_deleted')) return null
  const { resource = about, target = id === null ? undefined : { id } } = listed ?? {}
  if (!resource || !target) return null
  if ('filter' in target) return <OpenList {...{ resource, target }} />
  const to = thingPath(resource, user, target.id)
  return to === undefined ? null : <Open {...{ resource, to }} />
}

/** What the declared views open for the message, if the user may see it. */
function useNoticeTarget({ event, record_id, values }: NoticeRecord) {
  const { views = {} } = useContext(SlotsContext)
  const resources = useResources()
  const user = useUser()
  for (const resource of resources) {
    const target = views[resource.name]?.notices?.[event]?.({ record_id, values: Object(values) })
    if (target && may(resource, 'list', user)) return { resource, target }
  }
  return undefined
}

type ListTarget = Extract<NoticeTarget, { filter: object }>

function OpenList({ resource, target }: { resource: Resource; target: ListTarget }) {
  const t = useT(english)
  const label = useNames(resource).many
  const { filter, view } = target
  const search = new URLSearchParams({ ...(view && { view }), filter: JSON.stringify(filter) })
  return (
    <Button variant="contained" component={Link} to={`${listPath(resource)}?${search}`}>
      {t('open_the_list', { label })}
    </Button>
  )
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
