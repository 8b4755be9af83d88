import AddIcon from '@mui/icons-material/Add'
import DownloadIcon from '@mui/icons-material/Download'
import UploadIcon from '@mui/icons-material/Upload'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState, type ComponentType } from 'react'
import { Link } from 'react-router-dom'

import type { Resource } from '#schema'

import type { SavedView } from '../../savedViews/savedView.ts'
import { ViewsButton } from '../../savedViews/ViewsButton.tsx'
import { useUser } from '../../session.ts'
import { createPath, importPath } from '../paths.ts'
import { may } from '../permitted.ts'
import { useNames, useText } from '../words.ts'
import type { Look } from './look.ts'

const ExportDialog = lazy(async () => ({
  default: (await import('./ExportDialog.tsx')).ExportDialog,
}))

interface HeadProps {
  resource: Resource
  /** The saved view that is open. */
  view: SavedView | undefined
  look: Look
  listActions?: ComponentType | undefined
}

/** The title of a list with its saved views, and what can be done with the whole of it. */
export function ListHead({ resource, view, look, listActions: More }: HeadProps) {
  const shown = look.columns.shown.map(({ name }) => name)
  return (
    <Box sx={headStyle}>
      <Box sx={titleStyle}>
        <ListTitle resource={resource} />
        <ViewsButton {...{ resource, view, look }} />
      </Box>
      {More && <More />}
      <ImportButton resource={resource} />
      <ExportButton resource={resource} shown={shown} />
      <NewButton resource={resource} />
    </Box>
  )
}

const headStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  '& .MuiButton-root': { minHeight: { xs: 44, sm: 36 } },
  displayPrint: 'none',
}

const titleStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  flex: { xs: '1 0 100%', sm: 1 },
  minWidth: 0,
}

export function ListTitle({ resource }: { resource: Resource }) {
  const { many } = useNames(resource)
  return (
    <>
      <title>{many}</title>
      <Typography component="h1" variant="h5" sx={{ minWidth: 'min-content' }}>
        {many}
      </Typography>
    </>
  )
}

export function NewButton({ resource }: { resource: Resource }) {
  const say = useText()
  const { one } = useNames(resource)
  if (!may(resource, 'create', useUser())) return null
  return (
    <Button variant="contained" component={Link} to={createPath(resource)} startIcon={<AddIcon />}>
      {say('new', 'New %{one}', { one: one.toLowerCase() })}
    </Button>
  )
}

export function ImportButton({ resource }: { resource: Resource }) {
  const say = useText()
  const user = useUser()
  if (!resource.import || !may(resource, 'import', user)) return null
  return (
    <Button component={Link} to={importPath(resource)} startIcon={<UploadIcon />}>
      {say('import', 'Import')}
    </Button>
  )
}

function ExportButton({ resource, shown }: { resource: Resource; shown: readonly string[] }) {
  const say = useText()
  const [isOpen, setOpen] = useState(false)
  if (!may(resource, 'export', useUser())) return null
  return (
    <>
      <Button startIcon={<DownloadIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {say('export', 'Export')}
      </Button>
      <Suspense>
        {isOpen && <ExportDialog {...{ resource, shown }} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
