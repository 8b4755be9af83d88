import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type DragEvent } from 'react'
import { useNotify } from 'react-admin'

import type { UnfinishedUpload } from '#contract'
import type { Resource } from '#schema'

import { cut } from '../../ui/fields/cellText.tsx'
import { numberText } from '../../client/i18n/formats.ts'
import { useMessage, useT } from '../../client/i18n/texts.ts'
import { EncodingChoice, ReadingInputs } from './ReadingInputs.tsx'
import { readPreview, refusalOf, type Preview } from './preview.ts'
import { usualReading, type Reading } from './reading.ts'
import { stepButtons } from './stepButtons.ts'
import { purposeOf, useUnfinished } from './upload.ts'
import { problemOf } from '../../client/http/problem.ts'
import { useProvider } from '../../client/records/provider.ts'
import english from '../../../texts/imports.json'

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
          <Box sx={stepButtons}>
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

function FileChooser({ file, onChoose }: { file: File | undefined; onChoose(file?: File): void }) {
  const t = useT(english)
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onChoose(event.dataTransfer.files[0])
  }
  return (
    <Card
      variant="outlined"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      sx={{
        p: 3,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        borderStyle: 'dashed',
      }}
    >
      <Button variant="outlined" onClick={() => input.current?.click()}>
        {t('choose_file')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".csv,.xlsx"
        aria-label={t('file')}
        onChange={({ target }) => {
          onChoose(target.files?.[0])
          // The same file, mended meanwhile, can be chosen again.
          target.value = ''
        }}
      />
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {file ? `${file.name} (${sizeText(file.size)})` : t('file_hint')}
      </Typography>
    </Card>
  )
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

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

/** Uploads that were broken off: each can go on with the same file, or be discarded. */
function UnfinishedUploads({ purpose }: { purpose: string }) {
  const t = useT(english)
  const { uploads, refetch } = useUnfinished(purpose)
  if (uploads.length === 0) return null
  return (
    <Alert severity="info" role="note" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {t('uploads_unfinished')}
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, display: 'grid', gap: 0.5 }}>
        {uploads.map((upload) => (
          <Line key={upload.id} upload={upload} onGone={refetch} />
        ))}
      </Box>
    </Alert>
  )
}

function Line({ upload, onGone }: { upload: UnfinishedUpload; onGone(): void }) {
  const t = useT(english)
  const notify = useNotify()
  const provider = useProvider()
  const { id, name, size, stored } = upload
  const percent = Math.floor((stored / size) * 100)
  const discard = async () => {
    try {
      await provider.call('DELETE', `/files/${id}`)
    } catch (error) {
      notify(problemOf(error).message, { type: 'error' })
    }
    onGone()
  }
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {t('upload_stands_at', { name, percent })}
      </Typography>
      <Button
        size="small"
        color="inherit"
        aria-label={t('discard_upload', { name })}
        onClick={() => void discard()}
      >
        {t('discard')}
      </Button>
    </Box>
  )
}
