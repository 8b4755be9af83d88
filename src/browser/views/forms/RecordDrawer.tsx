import { Suspense, type ReactNode } from 'react'

import type { Resource, User } from '#schema'

import { useUser } from '../../client/session/session.ts'
import type { Views } from '../views.ts'
import { Denied, Waiting } from '../../ui/states/StatePanels.tsx'
import { may } from '../../client/records/permitted.ts'
import { useNames, useText } from '../../client/i18n/texts.ts'
import { SideDrawer } from './SideDrawer.tsx'
import { useLeave } from './useLeave.ts'
import { lazyScreen } from '../../ui/states/lazyScreen.ts'

const CreateRecord = lazyScreen(async () => (await import('./CreateRecord.tsx')).CreateRecord)
const EditRecord = lazyScreen(async () => (await import('./EditRecord.tsx')).EditRecord)
const RecordView = lazyScreen(async () => (await import('../show/ShowRecord.tsx')).RecordView)

interface DrawersProps {
  resource: Resource
  views?: Views<Resource>
}

export type Opened = { view: 'create' } | { view: 'edit' | 'show'; id: number }

interface DrawerProps extends DrawersProps {
  opened: Opened
  /** The page below, where the drawer leads when it was opened by its address. */
  home: string
}

export function RecordDrawer({ home, ...props }: DrawerProps) {
  const say = useText()
  const user = useUser()
  const { one } = useNames(props.resource)
  const onDone = useLeave(home)
  const { title, content } = drawerOf({ ...props, onDone, user, say, one })
  return (
    <SideDrawer title={title} onClose={onDone}>
      <Suspense fallback={<Waiting />}>{content}</Suspense>
    </SideDrawer>
  )
}

interface Wanted extends DrawersProps {
  onDone(): void
  user: User
  opened: Opened
  say: ReturnType<typeof useText>
  one: string
}

function drawerOf(wanted: Wanted): { title: string; content: ReactNode } {
  const { resource, views, onDone, user, opened, say, one } = wanted
  const names = { one: one.toLowerCase() }
  const props = { resource, views, onDone }
  if (opened.view === 'create') {
    const isAllowed = may(resource, 'create', user)
    const content = isAllowed ? <CreateRecord {...props} /> : <Denied />
    return { title: say('new', 'New %{one}', names), content }
  }
  const { id } = opened
  if (opened.view === 'edit' && may(resource, 'edit', user)) {
    const title = say('edit_one', 'Edit %{one}', names)
    return { title, content: <EditRecord key={id} {...props} id={id} /> }
  }
  if (!may(resource, 'show', user)) return { title: one, content: <Denied /> }
  return { title: one, content: <RecordView {...props} id={id} /> }
}
