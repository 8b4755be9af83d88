import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ComponentType, memo, useRef, useState } from 'react'

import type { Resource } from '#schema'

import { useNames } from '../../client/i18n/texts.ts'
import { listActionsOf, may } from '../../client/records/permitted.ts'
import { useUser } from '../../client/session/user.ts'
import { lazyDialog } from '../../ui/states/lazyDialog.tsx'
import { useStartAction } from '../actions/action.ts'
import { type ListAppearance, useIsTight } from './listAppearance.ts'
import { ListMenuButton } from './tools/ListMenuButton.tsx'
import { PageHeading } from '../../ui/PageTitle.tsx'
import { NewButton, ImportButton, ExportButton } from './listButtons.tsx'

const ExportDialog = lazyDialog(
  async () => (await import('./export/ExportDialog.tsx')).ExportDialog,
)

interface HeadProps {
  resource: Resource
  appearance: ListAppearance
  titled: readonly ComponentType<{ resource: Resource; appearance: ListAppearance }>[]
  listActions: readonly ComponentType[]
}

/** The title of a list with its presets, and what can be done with the whole of it. */
export const ListHead = memo(function ListHead(props: HeadProps) {
  const { resource, appearance, titled, listActions } = props
  const isTight = useIsTight()
  const user = useUser()
  const startAction = useStartAction()
  const actions = listActionsOf(resource, user)
  const [isExporting, setExporting] = useState(false)
  const exporter = useRef<HTMLButtonElement>(null)
  const startExport = () => setExporting(true)
  const endExport = () => {
    setExporting(false)
    // What opened it may be gone: an item with its menu, a button with the width of the window.
    requestAnimationFrame(() => exporter.current?.focus())
  }
  return (
    <Box sx={headStyle}>
      <Box sx={titleStyle}>
        <Box sx={namesStyle}>
          <ListTitle resource={resource} />
          {titled.map((Titled, at) => (
            <Titled key={at} {...{ resource, appearance }} />
          ))}
        </Box>
        {isTight && (
          <Box sx={endStyle}>
            <ListMenuButton
              {...{ resource, appearance }}
              onExport={startExport}
              button={exporter}
            />
            <NewButton resource={resource} isShort />
          </Box>
        )}
      </Box>
      {!isTight && (
        <>
          {listActions.map((More, at) => (
            <More key={at} />
          ))}
          {/* Several would leave the title no room. */}
          {actions.length > (listActions.length > 0 ? 0 : 1) ? (
            <ListMenuButton {...{ resource, appearance }} onExport={startExport} />
          ) : (
            actions.map((action) => (
              <Button key={action.name} onClick={() => startAction({ resource, action, target })}>
                {action.label}
              </Button>
            ))
          )}
          <ImportButton resource={resource} />
          {may(resource, 'export', user) && (
            <ExportButton onClick={startExport} button={exporter} />
          )}
          <NewButton resource={resource} />
        </>
      )}
      {/* Stands here, so that a window which becomes narrow takes nothing of it away. */}
      {isExporting && (
        <ExportDialog
          resource={resource}
          shown={appearance.columns.shown.map(({ name }) => name)}
          onClose={endExport}
        />
      )}
    </Box>
  )
})

const target = { list: true } as const

const headStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  displayPrint: 'none',
}

const titleStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: { xs: 0.5, sm: 1 },
  // As wide as its words: buttons that leave less go below it, and stand over none of them.
  flex: { xs: '1 0 100%', sm: '1 1 auto' },
  maxWidth: '100%',
  minWidth: 0,
}

const namesStyle = {
  display: 'flex',
  alignItems: 'center',
  // On a phone the name of a view stands below a title that leaves it no room.
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  columnGap: { xs: 1.5, sm: 1 },
  minWidth: 0,
}

const endStyle = { display: 'flex', alignItems: 'center', flexShrink: 0, marginInlineStart: 'auto' }

export function ListTitle({ resource }: { resource: Resource }) {
  const { many } = useNames(resource)
  return <PageHeading title={many} sx={{ minWidth: 'min-content' }} />
}
