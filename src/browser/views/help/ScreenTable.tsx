import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useContext } from 'react'
import { Link as RouterLink } from 'react-router-dom'

import type { Operation, Resource, User } from '#schema'

import { listText } from '../../client/i18n/formats.ts'
import { useUser } from '../../client/session/session.ts'
import { ResourcesContext } from '../../client/records/resources.ts'
import { useNames, useText, type Say } from '../../client/i18n/texts.ts'

/** The lists that the user may see, and what they may do there. */
export function ScreenTable() {
  const say = useText()
  const user = useUser()
  const resources = useContext(ResourcesContext).filter(
    ({ operations, access }) => operations.includes('list') && access.list(user) !== false,
  )
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table>
        <TableHead>
          <TableRow>
            <TableCell>{say('screen', 'Screen')}</TableCell>
            <TableCell>{say('you_may', 'You may')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {resources.map((resource) => (
            <ScreenRow key={resource.name} {...{ resource, user, say }} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

interface RowProps {
  resource: Resource
  user: User
  say: Say
}

function ScreenRow({ resource, user, say }: RowProps) {
  const { many } = useNames(resource)
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <Link component={RouterLink} to={`/${resource.routes.list}`}>
          {many}
        </Link>
      </TableCell>
      <TableCell>{listText(acts(resource, user, say))}</TableCell>
    </TableRow>
  )
}

function acts({ operations, access, actions = {} }: Resource, user: User, say: Say): string[] {
  const words: Record<Operation, string> = {
    list: say('see', 'see'),
    show: say('open_one', 'open'),
    create: say('create', 'create'),
    edit: say('change', 'change'),
    delete: say('delete_one', 'delete'),
    export: say('export_one', 'export'),
    import: say('import_one', 'import'),
  }
  const allowed = operations.filter((one) => access[one](user) !== false).map((one) => words[one])
  const declared = Object.values<{ label: string; permission: string }>(actions)
    .filter(({ permission }) => user.permissions.has(permission))
    .map(({ label }) => label.toLowerCase())
  return [...allowed, ...declared]
}
