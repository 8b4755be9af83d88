import Box from '@mui/material/Box'
import MoreVertIcon from '@mui/icons-material/MoreVert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { may, actionsOf } from '../../client/records/permitted.ts'
import { useT } from '../../client/i18n/texts.ts'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import { deletion, useAct, type Act } from '../actions/action.ts'
import { editPathFrom } from '../../client/addresses/addresses.ts'
import { useIsNarrow } from '../list/look.ts'
import { RowMenu } from '../rows/RowMenuItems.tsx'
import { useParts, type ViewProps } from '../slots.ts'
import { Neighbours } from './Neighbours.tsx'
import english from '../../../texts/records.json'

interface HeadProps extends ViewProps {
  record: Row
  title: string
  onDone(): void
}

/** The name of a record and the buttons of what the user may do to it. */
export function ShowHead({ resource, views, record, title, onDone }: HeadProps) {
  const t = useT(english)
  const user = useUser()
  const act = useAct()
  const isNarrow = useIsNarrow()
  const heads = useParts('showHead', resource, views)
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
          flex: { xs: '1 0 100%', sm: '1 1 18rem' },
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
      <Neighbours resource={resource} id={record.id} />
      {heads.map((Head, at) => (
        <Box key={at} sx={{ flexBasis: '100%' }}>
          <Suspense>
            <Head {...{ resource, record }} />
          </Suspense>
        </Box>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {!isNarrow &&
          actionsOf(resource, user, record).map((action) => (
            <Button key={action.name} onClick={() => start(action)}>
              {action.label}
            </Button>
          ))}
        {!isNarrow && may(resource, 'delete', user, record) && (
          <Button color="error" onClick={() => start(deletion(t), onDone)}>
            {t('delete')}
          </Button>
        )}
        {may(resource, 'edit', user, record) && (
          <Button variant="contained" component={Link} to={editPathFrom(resource, record.id)}>
            {t('edit')}
          </Button>
        )}
        <MoreButton {...{ resource, views, record, title }} onGone={onDone} />
      </Box>
    </Box>
  )
}

type MoreProps = Pick<HeadProps, 'resource' | 'views' | 'record' | 'title'> & { onGone(): void }

/** What else may be done to the record: the menu that its row in a list has. */
function MoreButton({ resource, views, record, title, onGone }: MoreProps) {
  const t = useT(english)
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        aria-haspopup="menu"
        aria-label={t('actions_for', { title })}
        onClick={({ currentTarget }) => {
          setAnchor(currentTarget)
          setOpen(true)
        }}
      >
        <MoreVertIcon />
      </IconButton>
      {anchor && (
        <RowMenu
          {...{ resource, views, isOpen, onGone }}
          opened={{ record, anchor }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
