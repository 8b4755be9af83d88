import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'

import { hasList, type Resource } from '#schema'

import { useUser } from '../client/session/user.ts'
import { Failed } from '../ui/states/StatePanels.tsx'
import { listPath } from '../client/addresses/addresses.ts'
import { may } from '../client/records/permitted.ts'
import { problemOf } from '../client/http/problem.ts'
import { useT } from '../client/i18n/texts.ts'
import english from '../../texts/en/records.json'

interface FailedProps {
  resource: Resource
  error: unknown
  onRetry(): void
}

/** Why a record does not come. One that is not there does not come by asking again: the way on is the list. */
export function RecordFailed({ resource, error, onRetry }: FailedProps) {
  const t = useT(english)
  const user = useUser()
  const problem = problemOf(error)
  if (problem.status !== 404) return <Failed {...{ problem, onRetry }} />
  const isListed = hasList(resource) && may(resource, 'list', user)
  const toList = (
    <Button color="inherit" size="small" component={Link} to={listPath(resource)}>
      {t('open_list')}
    </Button>
  )
  return <Failed problem={problem} action={isListed && toList} hint={t('record_gone')} />
}
