import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Resource } from '#schema'

import { cut } from '../../ui/fields/cellText.tsx'
import { numberText } from '../../client/i18n/formats.ts'
import { useMessage, useT } from '../../client/i18n/texts.ts'
import { EncodingChoice } from './EncodingChoice.tsx'
import { ReadingInputs } from './ReadingInputs.tsx'
import { readPreview, refusalOf, type Preview } from './preview.ts'
import { usualReading, type Reading } from './reading.ts'
import { stickyButtons } from '../../ui/stickyButtons.ts'
import { purposeOf } from './upload.ts'
import english from '../../../texts/imports.json'
import { FileChooser, UnfinishedUploads } from './FileChooser.tsx'

interface FileProps {
  resource: Resource
  onDone(file: File, preview: Preview): void
}

/** Step 1: which file, and how it is read. The first rows show whether it is read right. */
export function FileStep({ resource, onDone }: FileProps) {
  const t = useT(english)
  const [file, setFile] = useState<File>()
  const [reading, setReading] = useState(usualReading)
  const { preview, problem } = usePreview(file, reading)
  const told = useMessage()
  const choose = (next: File | undefined) => {
    if (!next) return
    setReading(usualReading)
    setFile(next)
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <FileChooser file={file} onChoose={choose} />
      {!file && <UnfinishedUploads purpose={purposeOf(resource)} />}
      {problem && <Alert severity="error">{told(problem)}</Alert>}
      {preview && preview.candidates.length > 0 && (
        <EncodingChoice
          candidates={preview.candidates}
          onChoose={(encoding) => setReading({ ...reading, encoding })}
        />
      )}
      {file && preview?.candidates.length === 0 && (
        <>
          <ReadingInputs reading={preview.reading} onChange={setReading} />
          <PreviewTable headers={preview.headers} rows={preview.rows} />
          <Typography variant="body2" color="text.secondary">
            {t('file_rows', { count: numberText(preview.total) })}
          </Typography>
          <Box sx={stickyButtons}>
            <Button variant="contained" onClick={() => onDone(file, preview)}>
              {t('next')}
            </Button>
          </Box>
        </>
      )}
    </Box>
  )
}

/** The first rows of the chosen file, and how they were read. */
function usePreview(file: File | undefined, reading: Reading) {
  const refusal = file && refusalOf(file)
  const { data, error } = useQuery({
    queryKey: ['import_preview', file?.name, file?.size, file?.lastModified, reading],
    queryFn: () => readPreview(file ?? new File([], ''), reading),
    enabled: file !== undefined && refusal === undefined,
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  return refusal ? { problem: refusal } : { preview: data, problem: error?.message }
}

/** The first rows of a file. Rows and columns stay in their places, which are their only names. */
function PreviewTable({ headers, rows }: Pick<Preview, 'headers' | 'rows'>) {
  const t = useT(english)
  return (
    <TableContainer sx={tableStyle} tabIndex={0}>
      <Table size="small" aria-label={t('preview')}>
        <TableHead>
          <TableRow>{headers.map((header, column) => cellOf(header, column))}</TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, place) => (
            <TableRow key={`row ${place}`}>
              {headers.map((_, column) => cellOf(row[column] ?? '', column))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

const cellOf = (text: string, column: number) => (
  <TableCell key={`column ${column}`}>{cut(text)}</TableCell>
)

const tableStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '& th, & td': { whiteSpace: 'nowrap' },
  '& th': { fontWeight: 600 },
}
