import AddIcon from '@mui/icons-material/Add'
import DownloadIcon from '@mui/icons-material/Download'
import UploadIcon from '@mui/icons-material/Upload'
import Button from '@mui/material/Button'
import type { Ref } from 'react'
import { Link } from 'react-router-dom'

import type { Resource } from '#schema'

import { createPath } from '../../client/addresses/addresses.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { may } from '../../client/records/permitted.ts'
import { useUser } from '../../client/session/user.ts'
import { useWithin } from './listAppearance.ts'
import { useImportLinks } from './useImportLinks.ts'

/** The short one is its sign alone. */
export function NewButton({ resource, isShort }: { resource: Resource; isShort?: boolean }) {
  const t = useT()
  const { one } = useNames(resource)
  const within = useWithin()
  if (!may(resource, 'create', useUser()) || (within && !within.defaults)) return null
  const label = t('new', { one: one.toLowerCase() })
  const link = { component: Link, to: createPath(resource, within?.defaults) }
  return isShort ? (
    <Button variant="contained" {...link} aria-label={label} sx={{ minWidth: 44, px: 0 }}>
      <AddIcon />
    </Button>
  ) : (
    <Button variant={within ? 'outlined' : 'contained'} {...link} startIcon={<AddIcon />}>
      {label}
    </Button>
  )
}

export function ImportButton({ resource }: { resource: Resource }) {
  return useImportLinks(resource).map(({ to, label }) => (
    <Button key={to} component={Link} to={to} startIcon={<UploadIcon />}>
      {label}
    </Button>
  ))
}

interface ExportProps {
  onClick(): void
  button: Ref<HTMLButtonElement>
}

export function ExportButton({ onClick, button }: ExportProps) {
  const t = useT()
  return (
    <Button ref={button} startIcon={<DownloadIcon />} aria-haspopup="dialog" onClick={onClick}>
      {t('export')}
    </Button>
  )
}
