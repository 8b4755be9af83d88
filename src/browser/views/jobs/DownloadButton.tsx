import DownloadIcon from '@mui/icons-material/Download'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'

import { useDownload } from './jobFiles.ts'

interface DownloadProps {
  /** What is asked for, below `/api`. */
  path: string
  /** The name of the file, unless the server gives another. */
  name: string
  children: ReactNode
}

/** Saves a file of the server. */
export function DownloadButton({ path, name, children }: DownloadProps) {
  const download = useDownload()
  return (
    <Button startIcon={<DownloadIcon />} onClick={() => void download(path, name)}>
      {children}
    </Button>
  )
}
