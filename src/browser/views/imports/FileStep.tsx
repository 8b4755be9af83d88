import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type DragEvent } from 'react'

import type { Resource } from '#schema'

import { numberText } from '../../client/i18n/formats.ts'
import { useMessage, useT } from '../../client/i18n/texts.ts'
import { EncodingChoice } from './EncodingChoice.tsx'
import { readPreview, refusalOf, type Preview } from './preview.ts'
import { PreviewTable } from './PreviewTable.tsx'
import { usualReading, type Reading } from './reading.ts'
import { ReadingInputs } from './ReadingInputs.tsx'
import { stepButtons } from './stepButtons.ts'
import { purposeOf } from './unfinished.ts'
import { UnfinishedUploads } from './UnfinishedUploads.tsx'
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
