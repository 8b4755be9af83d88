import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Resource } from '#schema'

import { numberText } from '../../../client/i18n/formats.ts'
import { useMessage, useT } from '../../../client/i18n/texts.ts'
import { stickyButtons } from '../../../ui/stickyButtons.ts'
import { Select } from '../../../ui/fields/Select.tsx'
import { Waiting } from '../../../ui/states/StatePanels.tsx'
import { EncodingChoice } from './EncodingChoice.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { ReadAs } from './ReadAs.tsx'
import { ReadingInputs, wide } from './ReadingInputs.tsx'
import { sheetReading, usualReading, type Reading } from './reading.ts'
import { openFile, previewOf } from './tableReader.ts'
import type { Preview, Table } from './table.ts'
import english from '../../../../texts/en/imports.json'

interface ReadProps {
  resource: Resource
  /** The file that was chosen, and what it was opened as. */
  file: File
  table: Table
  /** How it was read before. */
  reading: Reading | undefined
  onBack(): void
  onDone(table: Table, preview: Preview): void
}

/** Step 2: how the file is read. The first rows show whether it is read right. */
export function ReadStep({ resource, file, onBack, onDone, ...begun }: ReadProps) {
  const t = useT(english)
  const messageText = useMessage()
  const [table, setTable] = useState(begun.table)
  const isSheet = table.sheets.length > 0
  const [reading, setReading] = useState(begun.reading ?? (isSheet ? sheetReading : usualReading))
  const { data: preview, error, isFetching } = usePreview(table.file, reading)
  const isReady = preview?.candidates.length === 0 && !error
  const changeSheet = async (sheet: string) => setTable(await openFile(file, sheet))
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {table.sheets.length > 1 && (
        <Select
          label={t('sheet')}
          value={table.sheet ?? ''}
          options={table.sheets.map((name) => [name, name])}
          onChange={(sheet) => void changeSheet(sheet)}
          sx={wide(260)}
        />
      )}
      {error && <Alert severity="error">{messageText(error.message)}</Alert>}
      {!preview && isFetching && <Waiting />}
      {preview && preview.candidates.length > 0 && (
        <EncodingChoice
          candidates={preview.candidates}
          onChoose={(encoding) => setReading({ ...reading, encoding })}
        />
      )}
      {!isSheet && (
        <ReadAs {...{ resource }} onChoose={(as) => setReading({ ...reading, ...as })} />
      )}
      {(isReady || error) && (
        <ReadingInputs
          reading={preview?.reading ?? { ...reading, delimiter: ',', encoding: 'utf-8' }}
          onChange={setReading}
        />
      )}
      {preview && isReady && (
        <>
          <PreviewTable headers={preview.headers} rows={preview.rows} />
          <Typography variant="body2" color="text.secondary">
            {t('file_rows', { count: numberText(preview.total) })}
          </Typography>
        </>
      )}
      <Box sx={stickyButtons}>
        <Button onClick={onBack}>{t('back')}</Button>
        {preview && isReady && (
          <Button variant="contained" onClick={() => onDone(table, preview)}>
            {t('next')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

/** The first rows of a file, and how they were read. */
const usePreview = (file: File, reading: Reading) =>
  useQuery({
    queryKey: ['import_preview', file.name, file.size, file.lastModified, reading],
    queryFn: () => previewOf(file, reading),
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
