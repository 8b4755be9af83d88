import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'

import { useNames, useT } from '../../../client/i18n/texts.ts'
import { GuardedDialog } from '../../../ui/GuardedDialog.tsx'
import { ExportJob } from './ExportJob.tsx'
import { type ExportProps, ExportForm, type Ordered } from './ExportForm.tsx'
import english from '../../../../texts/en/lists.json'

/** Exports the ticked rows, or what the filter matches, as a job, and offers the file when it is ready. */
export function ExportDialog({ resource, shown, onClose }: ExportProps) {
  const t = useT(english)
  const { many } = useNames(resource)
  const [job, setJob] = useState<Ordered>()
  return (
    <GuardedDialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="export-title">
      <DialogTitle id="export-title">{t('export_many', { many: many.toLowerCase() })}</DialogTitle>
      {job === undefined ? (
        <ExportForm {...{ resource, shown, onClose, setJob }} />
      ) : (
        <ExportJob {...{ resource, onClose }} {...job} />
      )}
    </GuardedDialog>
  )
}
