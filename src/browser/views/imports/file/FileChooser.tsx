import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState, type DragEvent } from 'react'

import type { UnfinishedUpload } from '#contract'

import { useT } from '../../../client/i18n/texts.ts'
import { useUnfinished } from './upload.ts'
import { useProvider } from '../../../client/records/provider.ts'
import { useNotifyResult } from '../../../ui/useNotifyResult.ts'
import english from '../../../../texts/en/imports.json'

export function FileChooser({
  file,
  onChoose,
}: {
  file: File | undefined
  onChoose(file?: File): void
}) {
  const t = useT(english)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useStrayDrops()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onChoose(event.dataTransfer.files[0])
  }
  return (
    <Card
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={{
        p: 3,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        borderStyle: 'dashed',
        borderColor: isOver ? 'primary.main' : 'text.secondary',
        ...(isOver && { bgcolor: 'action.hover' }),
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

/** A file that is dropped beside the frame would be opened in the place of the console. */
function useStrayDrops(): void {
  useEffect(() => {
    const controller = new AbortController()
    const stay = (event: Event) => event.preventDefault()
    for (const type of ['dragover', 'drop']) {
      window.addEventListener(type, stay, { signal: controller.signal })
    }
    return () => controller.abort()
  }, [])
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Uploads that were broken off: each can go on with the same file, or be discarded. */
export function UnfinishedUploads({ purpose }: { purpose: string }) {
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
  const told = useNotifyResult()
  const provider = useProvider()
  const { id, name, size, stored } = upload
  const percent = Math.floor((stored / size) * 100)
  const discard = async () => {
    await told(async () => void (await provider.call('DELETE', `/files/${id}`)))
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
