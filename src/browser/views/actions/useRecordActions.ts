import type { Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import { actionsOf } from '../../client/records/permitted.ts'
import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import { useParts } from '../slots.ts'
import type { Views } from '../resourceViews.ts'
import { type Action, groupsOf } from './action.ts'

/** Returns what the user may do to a record beyond editing and deleting it: the most used first, what is final last. */
export function useRecordActions(
  resource: Resource,
  views: Views<Resource> | undefined,
  record: Row,
): Action[] {
  const t = useT()
  const user = useUser()
  const more = useParts('recordActions', resource, views)
  return groupsOf([
    ...more.flatMap((moreActions) => moreActions({ resource, record, user, t })),
    ...actionsOf(resource, user, record),
  ]).flat()
}
