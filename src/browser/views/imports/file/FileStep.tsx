import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'

import type { Resource } from '#schema'

import { useMessage, useT } from '../../../client/i18n/texts.ts'
import { useUser } from '../../../client/session/user.ts'
import { Waiting } from '../../../ui/states/StatePanels.tsx'
import { stickyButtons } from '../../../ui/stickyButtons.ts'
import { saveAs } from '../../jobs/useDownload.ts'
import { msg } from '../../../../texts/filesMsg.ts'
import { FileChooser, UnfinishedUploads } from './FileChooser.tsx'
import { startingFile } from './startingFile.ts'
import { openFile } from './tableReader.ts'
import type { Table } from './table.ts'
import { purposeOf } from './upload.ts'
import english from '../../../../texts/en/imports.json'

interface FileProps {
  resource: Resource
  /** What was chosen before. */
  file: File | undefined
  onDone(file: File, table: Table): void
  /** On with that. */
  onNext(): void
}

/** Step 1: which file. A workbook is made a CSV here, before anything is uploaded. */
export function FileStep({ resource, file: before, onDone, onNext }: FileProps) {
  const t = useT(english)
  const messageText = useMessage()
  const user = useUser()
  const { mutate, variables, error, isPending } = useMutation({
    mutationFn: async (file: File) => {
      const refusal = refusalOf(file)
      if (refusal) throw new Error(refusal)
      return openFile(file)
    },
    onSuccess: (table, file) => onDone(file, table),
  })
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <FileChooser file={variables ?? before} onChoose={(file) => file && mutate(file)} />
      {isPending && <Waiting />}
      {error && <Alert severity="error">{messageText(error.message)}</Alert>}
      <Box>
        <Button onClick={() => saveAs(...startingFile(resource, user))}>
          {t('starting_file')}
        </Button>
      </Box>
      <UnfinishedUploads purpose={purposeOf(resource)} />
      {before && !variables && (
        <Box sx={stickyButtons}>
          <Button variant="contained" onClick={onNext}>
            {t('next')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

const sizeLimit = 200 * 1024 * 1024

/** What is wrong with a file by its name and size; undefined when it may be read. */
export function refusalOf({ name, size }: File): string | undefined {
  if (!/\.(?:csv|xlsx)$/i.test(name)) return msg('file_extension_is_not_allowed_please_upload')
  if (size === 0) return msg('the_file_is_empty')
  return size > sizeLimit ? msg('the_file_is_larger_than_200_mb') : undefined
}
