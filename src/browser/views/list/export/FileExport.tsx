import Button from '@mui/material/Button'
import DownloadIcon from '@mui/icons-material/Download'
import { useState } from 'react'

import { useT } from '../../../client/i18n/texts.ts'
import { SteadyButton } from '../../../ui/SteadyButton.tsx'
import { TitledDialog } from '../../../ui/TitledDialog.tsx'
import { useTask } from '../../../ui/useTask.ts'
import { useDownload } from '../../jobs/useDownload.ts'
import { useChosenColumns } from './useChosenColumns.ts'
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
  const { run, isBusy } = useTask(() => {
    const { delimiter, bom } = writtenAs(format)
    const query = { columns: chosen.columns.join(), delimiter, bom: String(bom) }
    return download(`${path}&${new URLSearchParams(query)}`, `${name}.csv`, isWorkbook(format))
  })
  return (
    <TitledDialog
      {...{ title, onClose }}
      actions={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <SteadyButton
            variant="contained"
            isOff={isBusy || chosen.columns.length === 0}
            onClick={() => run()}
          >
            {t('export')}
          </SteadyButton>
        </>
      }
    >
      <ExportColumnInputs columns={chosen} nameOf={(column) => columns[column] ?? column} />
      <ExportFormatInputs format={format} onChange={setFormat} />
    </TitledDialog>
  )
}
