import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'

import { useText } from '../views/words.ts'
import { Message } from './Message.tsx'

/** Stands in the place of a page that the user may not see (specification 2). */
export function NoPermission({ hasHome = true }: { hasHome?: boolean }) {
  const say = useText()
  return (
    <Message
      title={say('no_permission', 'No permission')}
      text={say(
        'no_permission_text',
        'You do not have the permission for this page. Ask an administrator if you need it.',
      )}
    >
      {hasHome && (
        <Button variant="contained" component={Link} to="/">
          {say('to_start', 'To the start page')}
        </Button>
      )}
    </Message>
  )
}
