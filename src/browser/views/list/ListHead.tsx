import AddIcon from '@mui/icons-material/Add'
import DownloadIcon from '@mui/icons-material/Download'
import UploadIcon from '@mui/icons-material/Upload'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState, type ComponentType } from 'react'
import { Link } from 'react-router-dom'

import type { Resource } from '#schema'

import { useUser } from '../../session.ts'
import { createPath, importPath } from '../paths.ts'
import { may } from '../permitted.ts'
import { useNames, useText } from '../words.ts'

const ExportDialog = lazy(async () => ({
  default: (await import('./ExportDialog.tsx')).ExportDialog,
}))

interface HeadProps {
  resource: Resource
  shown: readonly string[]
  listActions?: ComponentType
}

export function ListHead({ resource, shown, listActions: More }: HeadProps) {
  const { many } = useNames(resource)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <title>{many}</title>
      <Typography component="h1" variant="h5" sx={{ flex: 1, minWidth: 'min-content' }}>
        {many}
      </Typography>
      {More && <More />}
      <ImportButton resource={resource} />
      <ExportButton resource={resource} shown={shown} />
      <NewButton resource={resource} />
    </Box>
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
