import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Suspense, type ReactNode, useId } from 'react'
import { useLocation } from 'react-router-dom'

import { hasOrigin } from '../../client/addresses/navigation.tsx'
import { useUser } from '../../client/session/user.ts'
import type { ViewProps } from '../resourceViews.ts'
import { Denied, Waiting } from '../../ui/states/StatePanels.tsx'
import { may } from '../../client/records/permitted.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { WithRelated } from '../show/WithRelated.tsx'
import { useRecordName } from '../useRecordName.ts'
import { CreateRecord, EditRecord, RecordView } from '../recordPages.ts'
import english from '../../../texts/en/records.json'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { cutAtEnd } from '../../ui/theme/clamped.ts'

export type Opened = { view: 'create' } | { view: 'edit' | 'show'; id: number }

interface DrawerProps extends ViewProps {
  opened: Opened
  onDone(): void
}

/** A record, or the form of one, over the list. Who may not edit a record is shown it. */
export function RecordDrawer({ resource, views, opened, onDone }: DrawerProps) {
  const t = useT(english)
  const user = useUser()
  const { one } = useNames(resource)
  const names = { one: one.toLowerCase() }
  const view = opened.view === 'edit' && !may(resource, 'edit', user) ? 'show' : opened.view
  const titles = { create: t('new', names), edit: t('edit_one', names), show: one }
  const props = { resource, views, onDone }
  const name = useRecordName(resource, opened)
  return (
    <SideDrawer title={titles[view]} name={view === 'edit' ? name : undefined} onClose={onDone}>
      <Suspense fallback={<Waiting />}>
        {!may(resource, view, user) ? (
          <Denied />
        ) : !('id' in opened) ? (
          <CreateRecord {...props} />
        ) : view === 'edit' ? (
          <WithRelated key={opened.id} {...{ resource }} id={opened.id}>
            <EditRecord {...props} id={opened.id} />
          </WithRelated>
        ) : (
          <RecordView {...props} id={opened.id} />
        )}
      </Suspense>
    </SideDrawer>
  )
}

interface SideDrawerProps {
  title: string
  /** Whose form it is. */
  name: string | undefined
  onClose(): void
  children: ReactNode
}

/** A panel over the list it belongs to; the whole width on a phone. */
function SideDrawer({ title, name, onClose, children }: SideDrawerProps) {
  const t = useT()
  const titleId = useId()
  // A focus that the user has not moved is not looked for.
  const isLoaded = !hasOrigin(useLocation())
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 600 } },
        },
      }}
    >
      <PageTitle title={name === undefined ? title : `${title}: ${name}`} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 3, pt: 2, pb: 1 }}>
        <Typography
          ref={takeFocus}
          style={isLoaded ? { outline: 'none' } : undefined}
          id={titleId}
          tabIndex={-1}
          component="h2"
          variant="h6"
          noWrap
          sx={{ flex: name ? 'none' : 1 }}
        >
          {title}
        </Typography>
        {name && (
          <Typography color="text.secondary" noWrap title={name} sx={{ ...cutAtEnd, flex: 1 }}>
            {name}
          </Typography>
        )}
        <IconButton aria-label={t('close')} onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ '--form-inset': '24px', px: 3, flex: 1, '& > section': { my: 3 } }}>
        {children}
      </Box>
    </Drawer>
  )
}

/** Until a field takes it, the title has the focus, not the whole panel. */
const takeFocus = (title: HTMLElement | null) => title?.focus({ preventScroll: true })
