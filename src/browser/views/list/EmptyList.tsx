import ReportProblemIcon from '@mui/icons-material/ReportProblemOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOff'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'

import type { Resource } from '#schema'

import { icons } from '../../ui/icons.tsx'
import { useUser } from '../../client/session/session.ts'
import { may } from '../../client/records/permitted.ts'
import { useMessage, useNames, useText, type Say } from '../../client/i18n/texts.ts'
import { useFilters } from './filters.ts'
import { ImportButton, NewButton } from './ListHead.tsx'
import { firstOrder } from '../../client/records/order.ts'

/** What stands in place of rows: why there are none, and what to do about it. */
export function EmptyList({ resource }: { resource: Resource }) {
  const say = useText()
  const user = useUser()
  const { many } = useNames(resource)
  const { values, clear } = useFilters()
  if (Object.keys(values).length > 0) {
    return (
      <Notice
        icon={<SearchOffIcon />}
        title={say('no_match', 'Nothing matches the search and filters.')}
        hint={say('no_match_hint', 'Take a condition away, or search for a part of the word.')}
      >
        <Button variant="outlined" onClick={clear}>
          {say('clear_all', 'Clear all')}
        </Button>
      </Notice>
    )
  }
  const Icon = icons[resource.icon ?? 'label']
  const mayCreate = may(resource, 'create', user)
  const mayImport = resource.import !== undefined && may(resource, 'import', user)
  return (
    <Notice
      icon={<Icon />}
      title={say('none_yet', 'No %{many} yet.', { many: many.toLowerCase() })}
      hint={hintFor(say, mayCreate, mayImport)}
    >
      <ImportButton resource={resource} />
      <NewButton resource={resource} />
    </Notice>
  )
}

function hintFor(say: Say, mayCreate: boolean, mayImport: boolean): string {
  if (mayCreate && mayImport) {
    return say('add_or_import', 'Add the first one, or import a whole file.')
  }
  if (mayCreate) return say('add_first', 'Add the first one.')
  if (mayImport) return say('import_first', 'Import a file to begin.')
  return say('wait_for_others', 'They appear here as soon as there are any that you may see.')
}

/** A list request that the server refused, with a way out: a stored filter may be of another day. */
export function FailedList({ resource }: { resource: Resource }) {
  const say = useText()
  const { error, refetch, setFilters, setSort } = useListContext()
  const reset = () => {
    setFilters({})
    setSort(firstOrder(resource))
  }
  const told = useMessage()
  const message = told(error?.message ?? '') || say('list_failed', 'The list could not be loaded.')
  // Only what was asked wrongly is mended by asking for something else.
  const isRefused = Number(error && 'status' in error && error.status) === 400
  return (
    <Notice
      icon={<ReportProblemIcon />}
      title={message}
      hint={
        isRefused
          ? say('list_refused_hint', 'The filters or the order may be of another day.')
          : say('list_failed_hint', 'Nothing is lost. Try again in a moment.')
      }
    >
      <Button onClick={reset}>{say('reset_list', 'Reset filters and order')}</Button>
      <Button variant="outlined" onClick={() => void refetch()}>
        {say('try_again', 'Try again')}
      </Button>
    </Notice>
  )
}

interface NoticeProps {
  icon: ReactNode
  title: string
  hint: string
  children: ReactNode
}

function Notice({ icon, title, hint, children }: NoticeProps) {
  return (
    <Box role="status" sx={noticeStyle}>
      {icon}
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {hint}
      </Typography>
      <Box sx={{ display: 'flex', justifyContent: 'center', flexWrap: 'wrap', gap: 1 }}>
        {children}
      </Box>
    </Box>
  )
}

const noticeStyle = {
  px: 3,
  py: 6,
  textAlign: 'center',
  '& > svg': { fontSize: 40, mb: 1, color: 'text.disabled' },
}
