import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import DownloadIcon from '@mui/icons-material/Download'
import { useState } from 'react'

import { useT } from '../../../client/i18n/texts.ts'
import { GuardedDialog } from '../../../ui/GuardedDialog.tsx'
import { SteadyButton } from '../../../ui/SteadyButton.tsx'
import { useDownload } from '../../jobs/jobFiles.ts'
import { useChosenColumns } from './exportColumns.ts'
import { ExportColumnInputs } from './ExportColumnInputs.tsx'
import { ExportFormatInputs, isWorkbook, useExportFormat, writtenAs } from './ExportFormat.tsx'

interface FileExportProps {
  title: string
  /** What is asked for, below `/api`, with its query; `columns`, `delimiter` and `bom` are added to it. */
  path: string
  /** The name of the file without its ending, unless the server gives another. */
  name: string
  /** What may stand in the file, by name: what it is called. */
  columns: Readonly<Record<string, string>>
}

/** Exports what is no list of records: asks which columns the file has and how it is written, and saves it. */
export function FileExport(props: FileExportProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button startIcon={<DownloadIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('export')}
      </Button>
      {isOpen && <FileDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function FileDialog({
  title,
  path,
  name,
  columns,
  onClose,
}: FileExportProps & { onClose(): void }) {
  const t = useT()
  const download = useDownload()
  const all = Object.keys(columns)
  const chosen = useChosenColumns(name, { all, shown: all })
  const [format, setFormat] = useExportFormat()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const { delimiter, bom } = writtenAs(format)
    const query = { columns: chosen.columns.join(), delimiter, bom: String(bom) }
    setBusy(true)
    await download(`${path}&${new URLSearchParams(query)}`, `${name}.csv`, isWorkbook(format))
    setBusy(false)
  }
  return (
    <GuardedDialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="export-title">
      <DialogTitle id="export-title">{title}</DialogTitle>
      <DialogContent>
        <ExportColumnInputs columns={chosen} nameOf={(column) => columns[column] ?? column} />
        <ExportFormatInputs format={format} onChange={setFormat} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        <SteadyButton
          variant="contained"
          isOff={isBusy || chosen.columns.length === 0}
          onClick={() => void save()}
        >
          {t('export')}
        </SteadyButton>
      </DialogActions>
    </GuardedDialog>
  )
}
