import { lazy } from 'react'

/** Saves a file of the server. Its files come when it is first shown. */
export const DownloadButton = lazy(async () => ({
  default: (await import('./DownloadButton.tsx')).DownloadButton,
}))
