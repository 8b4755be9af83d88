import Alert from '@mui/material/Alert'
import MuiLink from '@mui/material/Link'
import { Link } from 'react-router-dom'

import { useT, useMessage } from '../../../client/i18n/texts.ts'
import {
  fieldAt,
  inTheWayOf,
  type Problem,
  type RecordPlace,
} from '../../../client/http/problem.ts'
import { useResourceNamed } from '../../../client/records/resources.ts'
import { useUser } from '../../../client/session/user.ts'
import { openPath } from '../../rows/cells/cells.tsx'

/** A link to the record for which something was refused, beside what was typed. */
export function OpenInTheWay({ resource: name, id }: RecordPlace) {
  const t = useT()
  const resource = useResourceNamed(name)
  const user = useUser()
  const path = resource && openPath(resource, user, { id })
  if (path === undefined) return null
  return (
    <MuiLink component={Link} to={path} target="_blank" color="inherit" sx={apart}>
      {`${t('open')} #${id}`}
    </MuiLink>
  )
}

const apart = { display: 'inline-block', mt: 0.5, textDecoration: 'underline' }

interface ProblemProps {
  problem: Problem
  /** Names the fields on a page that has none of them: what is wrong with each is said in the place of the message. */
  labelOf?(name: string): string
}

/** A refusal that stands under no field. That the session has ended is said once, for the whole page. */
export function ProblemAlert({ problem, labelOf }: ProblemProps) {
  const messageText = useMessage()
  if (problem.status === 401) return null
  const details = Object.entries(problem.errors).filter(([, one]) => one !== problem.message)
  const texts = details.map(([name, one]) =>
    labelOf ? `${labelOf(fieldAt(name))}: ${messageText(one)}.` : messageText(one),
  )
  const inTheWay = inTheWayOf(problem)
  const isSaidByField = labelOf && texts.length > 0
  return (
    <Alert severity="error" tabIndex={-1} sx={{ mb: 2 }}>
      {(isSaidByField ? texts : [messageText(problem.message), ...texts]).join(' ')}
      {inTheWay && <OpenInTheWay {...inTheWay} />}
    </Alert>
  )
}
