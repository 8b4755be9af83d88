import { Suspense, type ReactNode } from 'react'

import type { Resource, User } from '#schema'

import { useUser } from '../../client/session/session.ts'
import type { Views } from '../views.ts'
import { Denied, Waiting } from '../../ui/states/StatePanels.tsx'
import { may } from '../../client/records/permitted.ts'
import { useNames, useT, type Translate } from '../../client/i18n/texts.ts'
import { SideDrawer } from './SideDrawer.tsx'
import { useLeave } from './useLeave.ts'
import { lazyScreen } from '../../ui/states/lazyScreen.ts'
import english from '../../../texts/records.json'

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
  const t = useT(english)
  const user = useUser()
  const { one } = useNames(props.resource)
  const onDone = useLeave(home)
  const { title, content } = drawerOf({ ...props, onDone, user, t, one })
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
  t: Translate<typeof english>
  one: string
}

function drawerOf(wanted: Wanted): { title: string; content: ReactNode } {
  const { resource, views, onDone, user, opened, t, one } = wanted
  const names = { one: one.toLowerCase() }
  const props = { resource, views, onDone }
  if (opened.view === 'create') {
    const isAllowed = may(resource, 'create', user)
    const content = isAllowed ? <CreateRecord {...props} /> : <Denied />
    return { title: t('new', names), content }
  }
  const { id } = opened
  if (opened.view === 'edit' && may(resource, 'edit', user)) {
    const title = t('edit_one', names)
    return { title, content: <EditRecord key={id} {...props} id={id} /> }
  }
  if (!may(resource, 'show', user)) return { title: one, content: <Denied /> }
  return { title: one, content: <RecordView {...props} id={id} /> }
}
