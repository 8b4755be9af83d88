import Box from '@mui/material/Box'
import MoreVertIcon from '@mui/icons-material/MoreVert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import { may, mayDuplicate } from '../../client/records/permitted.ts'
import { useT } from '../../client/i18n/texts.ts'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import { clamped, cutAtEnd } from '../../ui/theme/clamped.ts'
import { isGrave, useStartAction } from '../actions/action.ts'
import { useRecordActions } from '../actions/useRecordActions.ts'
import { editPathFrom } from '../../client/addresses/addresses.ts'
import { masksIn, revealableNames } from '../reveal/revealed.tsx'
import { RowMenu } from '../rows/RowMenuItems.tsx'
import { useParts } from '../slots.ts'
import type { ViewProps } from '../resourceViews.ts'
import { Neighbours } from './Neighbours.tsx'
import english from '../../../texts/en/records.json'
import { PageTitle } from '../../ui/PageTitle.tsx'

interface HeadProps extends ViewProps {
  record: Row
  title: string
  onDone(): void
}

/** The name of a record with three buttons at most: what is done most to it. The rest, and what only answers with a file, is in a menu. */
export function ShowHead({ resource, views, record, title, onDone }: HeadProps) {
  const t = useT(english)
  const user = useUser()
  const startAction = useStartAction()
  const heads = useParts('showHead', resource, views)
  const mayEdit = may(resource, 'edit', user, record)
  const places = mayEdit ? 2 : 3
  const buttons = useRecordActions(resource, views, record)
    .filter((one) => !isGrave(one) && !one.file)
    .slice(0, places)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <PageTitle title={title} />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          columnGap: 1,
          flex: { xs: '1 0 100%', sm: '1 1 18rem' },
        }}
      >
        <Typography component="h1" variant="h5" title={title} sx={titleStyle}>
          {title}
        </Typography>
        <Typography component="span" color="text.secondary" sx={{ whiteSpace: 'nowrap' }}>
          {title !== `#${record.id}` && `#${record.id}`}
          <CopyButton text={String(record.id)} />
        </Typography>
      </Box>
      <Neighbours resource={resource} id={record.id} />
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 0.5, sm: 1 } }}
      >
        {buttons.map((one) => (
          <Button
            key={one.name}
            onClick={() => startAction({ resource, action: one, target: { record } })}
          >
            {one.label}
          </Button>
        ))}
        {mayEdit && (
          <Button variant="contained" component={Link} to={editPathFrom(resource, record.id)}>
            {t('edit')}
          </Button>
        )}
        <MoreButton {...{ resource, views, record, title }} skip={buttons.length} onGone={onDone} />
      </Box>
      {heads.map((Head, at) => (
        <Box key={at} sx={{ flexBasis: '100%', minWidth: 0 }}>
          <Suspense>
            <Head {...{ resource, record }} />
          </Suspense>
        </Box>
      ))}
    </Box>
  )
}

interface MoreProps extends Omit<HeadProps, 'onDone'> {
  /** How many actions stand as buttons beside it. */
  skip: number
  onGone(): void
}

/** What else may be done to the record: the menu that its row in a list has. */
function MoreButton({ resource, views, record, title, skip, onGone }: MoreProps) {
  const t = useT(english)
  const user = useUser()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [isOpen, setOpen] = useState(false)
  const hasActions = useRecordActions(resource, views, record).length > skip
  const hasMore =
    hasActions ||
    views?.rowActions ||
    masksIn(record, revealableNames(resource, user)).length > 0 ||
    mayDuplicate(resource, user) ||
    may(resource, 'delete', user, record)
  if (!hasMore && !anchor) return null
  return (
    <>
      <IconButton
        aria-haspopup="menu"
        aria-expanded={isOpen}
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
          {...{ resource, views, isOpen, skip, onGone }}
          opened={{ record, anchor }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Of a very long one the beginning: its fields stand below. */
const titleStyle = { ...clamped(3), ...cutAtEnd, overflowWrap: 'anywhere' }
