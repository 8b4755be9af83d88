import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { may, actionsOf } from '../../client/records/permitted.ts'
import { useT } from '../../client/i18n/texts.ts'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import { deletion, useAct, type Act } from '../actions/action.ts'
import { editPathFrom } from '../../client/addresses/addresses.ts'
import english from '../../../texts/records.json'

interface HeadProps {
  resource: Resource
  record: Row
  title: string
  onDone(): void
}

/** The name of a record and the buttons of what the user may do to it. */
export function ShowHead({ resource, record, title, onDone }: HeadProps) {
  const t = useT(english)
  const user = useUser()
  const act = useAct()
  const target = { record }
  const start = (chosen: Act, done?: () => void) =>
    act({ resource, act: chosen, target, ...(done && { onDone: done }) })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <title>{title}</title>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          columnGap: 1,
          flex: { xs: '1 0 100%', sm: 1 },
        }}
      >
        <Typography component="h1" variant="h5" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {title !== `#${record.id}` && (
          <Typography component="span" color="text.secondary">{`#${record.id}`}</Typography>
        )}
        <CopyButton text={String(record.id)} />
      </Box>
      {actionsOf(resource, user, record).map((action) => (
        <Button key={action.name} onClick={() => start(action)}>
          {action.label}
        </Button>
      ))}
      {may(resource, 'delete', user, record) && (
        <Button color="error" onClick={() => start(deletion(t), onDone)}>
          {t('delete')}
        </Button>
      )}
      {may(resource, 'edit', user, record) && (
        <Button variant="contained" component={Link} to={editPathFrom(resource, record.id)}>
          {t('edit')}
        </Button>
      )}
    </Box>
  )
}
