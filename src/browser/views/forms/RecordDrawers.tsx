import { Suspense } from 'react'
import { matchPath } from 'react-router-dom'

import type { Resource } from '#schema'

import type { ViewProps } from '../resourceViews.ts'
import { listPath, recordId, withCopy } from '../../client/addresses/addresses.ts'
import { useLeave, usePathname } from '../../client/addresses/navigation.tsx'
import { Closable } from '../../ui/states/lazyDialog.tsx'
import { RecordDrawer } from '../recordPages.ts'
import type { Opened } from './RecordDrawer.tsx'

/** What the address opens over the list: `create`, `:id` or `:id/show`, where the declaration gives no own route. */
export function RecordDrawers({ resource, views }: ViewProps) {
  const opened = useOpened(resource)
  if (!opened) return null
  const key = 'id' in opened ? `${opened.view} ${opened.id}` : opened.view
  return <OpenDrawer key={key} {...{ resource, views, opened }} />
}

/** On its own, so that the list is not drawn again as the address changes. */
function OpenDrawer(props: ViewProps & { opened: Opened }) {
  const onDone = useLeave(listPath(props.resource))
  return (
    <Closable onClose={onDone}>
      <Suspense>
        <RecordDrawer {...props} onDone={onDone} />
      </Suspense>
    </Closable>
  )
}

function useOpened(resource: Resource): Opened | undefined {
  const { list, create, edit, show } = resource.routes
  const pathname = usePathname()
  const isCreate = matchPath(`/${withCopy(`${list}/create`)}`, pathname) !== null
  const editId = recordId(matchPath(`/${list}/:id`, pathname)?.params.id)
  const showId = recordId(matchPath(`/${list}/:id/show`, pathname)?.params.id)
  if (isCreate && !create) return { view: 'create' }
  if (editId !== undefined && !edit) return { view: 'edit', id: editId }
  return showId !== undefined && !show ? { view: 'show', id: showId } : undefined
}
