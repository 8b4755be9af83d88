import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'

import { apiAddress, copyText, useT } from '#browser'

import english from '../translations/en/requests.json'
import { asCurl } from './asCurl.ts'
import type { LoggedCall } from './request.ts'

/** Puts the call on the clipboard as a command that makes it again, as far as the log tells (product.md 11.16). */
export function CopyAsCurl({ record }: { record: LoggedCall }) {
  const t = useT(english)
  const notify = useNotify()
  const copy = async () => {
    if (await copyText(asCurl(record, apiAddress()))) {
      notify(t('copied'), { type: 'success' })
    }
  }
  return (
    <Button startIcon={<ContentCopyIcon />} onClick={() => void copy()}>
      {t('requests.copy_as_curl')}
    </Button>
  )
}
