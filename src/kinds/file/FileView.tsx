import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useResourceContext } from 'react-admin'

import { useT } from '../../browser/client/i18n/texts.ts'
import { useProvider } from '../../browser/client/records/provider.ts'
import { useResourceNamed } from '../../browser/client/records/resources.ts'
import { useDownload } from '../../browser/views/jobs/useDownload.ts'
import english from '../../texts/en/records.json'
import type { FileValue } from './file.ts'

interface FileViewProps {
  /** Of the record. */
  id: number
  /** Of the field. */
  name: string
  file: FileValue
  isPicture: boolean
}

/** A file of a record: a picture is shown, and each can be taken. */
export function FileView({ id, name, file, isPicture }: FileViewProps) {
  const t = useT(english)
  const download = useDownload()
  const resource = useResourceNamed(useResourceContext() ?? '')
  const path = `/${resource?.api}/${id}/file/${name}`
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', py: 0.5 }}>
      {isPicture && <StoredPicture file={file} path={path} />}
      <Button
        size="small"
        startIcon={<DownloadIcon />}
        aria-label={t('file_download', { name: file.name })}
        onClick={() => void download(path, file.name)}
        sx={{ textTransform: 'none', overflowWrap: 'anywhere', textAlign: 'start' }}
      >
        {file.name} ({sizeText(file.size)})
      </Button>
    </Box>
  )
}

export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Fetched with the token of the person: an address of its own would show it to anybody. */
export function StoredPicture({ file, path }: { file: FileValue; path: string }) {
  const provider = useProvider()
  const { data: bytes } = useQuery({
    queryKey: ['file', file.id],
    queryFn: () => provider.download(path),
    staleTime: Infinity,
  })
  return bytes ? <Picture bytes={bytes} type={file.type} name={file.name} /> : null
}

export function Picture({ bytes, type, name }: { bytes: Blob; type: string; name: string }) {
  const address = useMemo(() => URL.createObjectURL(new Blob([bytes], { type })), [bytes, type])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return (
    <Box
      component="img"
      src={address}
      alt={name}
      sx={{
        maxWidth: '100%',
        maxHeight: 240,
        borderRadius: 1,
        alignSelf: 'flex-start',
        justifySelf: 'start',
      }}
    />
  )
}
