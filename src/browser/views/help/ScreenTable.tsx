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

import { hasList, type Operation, type Resource, type User } from '#schema'

import { useT, useNames, type Translate } from '../../client/i18n/texts.ts'
import { listText } from '../../client/i18n/formats.ts'
import { useUser } from '../../client/session/user.ts'
import { ResourcesContext } from '../../client/records/resources.ts'
import english from '../../../texts/en/help.json'

/** The lists that the user may see, and what they may do there. */
export function ScreenTable() {
  const t = useT(english)
  const user = useUser()
  const resources = useContext(ResourcesContext).filter(
    (resource) => hasList(resource) && resource.access.list(user) !== false,
  )
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table>
        <TableHead>
          <TableRow>
            <TableCell>{t('screen')}</TableCell>
            <TableCell>{t('you_may')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {resources.map((resource) => (
            <ScreenRow key={resource.name} resource={resource} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function ScreenRow({ resource }: { resource: Resource }) {
  const t = useT(english)
  const user = useUser()
  const { many } = useNames(resource)
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <Link component={RouterLink} to={`/${resource.routes.list}`}>
          {many}
        </Link>
      </TableCell>
      <TableCell>{listText(allowedTexts(resource, user, t))}</TableCell>
    </TableRow>
  )
}

function allowedTexts(
  { operations, access, actions = {} }: Resource,
  user: User,
  t: Translate<typeof english>,
): string[] {
  const texts: Record<Operation, string> = {
    list: t('see'),
    show: t('open_one'),
    create: t('create'),
    edit: t('change'),
    delete: t('delete_one'),
    export: t('export_one'),
    import: t('import_one'),
  }
  const allowed = operations.filter((one) => access[one](user) !== false).map((one) => texts[one])
  const declared = Object.values<{ label: string; permission: string }>(actions)
    .filter(({ permission }) => user.permissions.has(permission))
    .map(({ label }) => withinSentence(label))
  return [...allowed, ...declared]
}

/** Abbreviations keep their capitals. */
const withinSentence = (label: string): string =>
  label.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase())
