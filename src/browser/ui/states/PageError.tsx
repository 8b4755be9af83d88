import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'

import { isMissingPart } from './missingParts.ts'
import { useText, type Say } from '../../client/i18n/texts.ts'
import { Message } from './Message.tsx'

/** Stands in the place of a page that broke, or whose files did not come. Loading it again keeps the address. */
export function PageError() {
  const say = useText()
  const isMissing = isMissingPart(useRouteError())
  const words = isMissing ? missingWords(say) : brokenWords(say)
  useEffect(() => {
    if (!isMissing || navigator.onLine) return undefined
    const load = () => window.location.reload()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [isMissing])
  return (
    <Message {...words}>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {say('load_again', 'Load the page again')}
      </Button>
    </Message>
  )
}

const brokenWords = (say: Say) => ({
  title: say('error', 'Something went wrong'),
  text: say('error_text', 'This page could not be shown. Your data is safe.'),
})

const missingWords = (say: Say) => ({
  title: say('part_missing', 'This page did not load'),
  text: say(
    'part_missing_text',
    'The connection broke, or there is a new version of Leadgate. Loading the page again leads back here.',
  ),
})
