import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'

import { isMissingPart } from './missingParts.ts'
import { useT, type Translate } from '../../client/i18n/texts.ts'
import { Message } from './Message.tsx'

/** Stands in the place of a page that broke, or whose files did not come. Loading it again keeps the address. */
export function PageError() {
  const t = useT()
  const isMissing = isMissingPart(useRouteError())
  const words = isMissing ? missingWords(t) : brokenWords(t)
  useEffect(() => {
    if (!isMissing || navigator.onLine) return undefined
    const load = () => window.location.reload()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [isMissing])
  return (
    <Message {...words}>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {t('load_again')}
      </Button>
    </Message>
  )
}

const brokenWords = (t: Translate) => ({
  title: t('error'),
  text: t('error_text'),
})

const missingWords = (t: Translate) => ({
  title: t('part_missing'),
  text: t('part_missing_text'),
})
