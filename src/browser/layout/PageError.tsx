import Button from '@mui/material/Button'

import { useText } from '../views/words.ts'
import { Message } from './Message.tsx'

/** Stands in the place of a page that broke, or whose files did not come. */
export function PageError() {
  const say = useText()
  return (
    <Message
      title={say('error', 'Something went wrong')}
      text={say('error_text', 'This page could not be shown. Your data is safe.')}
    >
      <Button variant="contained" onClick={() => window.location.reload()}>
        {say('load_again', 'Load the page again')}
      </Button>
    </Message>
  )
}
