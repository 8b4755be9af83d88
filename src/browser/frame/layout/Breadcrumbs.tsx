import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import { useContext } from 'react'

import { messageName, titleFields } from '#schema'

import { FrameLink, usePathname } from '../../client/addresses/navigation.tsx'
import { placeOf, type ResourceAddress, listPath } from '../../client/addresses/addresses.ts'
import { useUser } from '../../client/session/user.ts'
import { may } from '../../client/records/permitted.ts'
import { ResourcesContext } from '../../client/records/resources.ts'
import { recordTitle } from '../../views/rows/cells/cells.tsx'
import { SlotsContext } from '../../views/slots.ts'
import { useReadRecord } from '../../views/useRecordName.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { cutAtEnd } from '../../ui/theme/clamped.ts'

/** Above a record's own page: the group and the list that it belongs to, and its name. */
export function Breadcrumbs() {
  const pathname = usePathname()
  const place = placeOf(useContext(ResourcesContext), pathname)
  return place && isOwnPage(place, pathname) ? <Trail place={place} /> : null
}

/** What has no address of its own lies over its list, which says its name, or over the record's own page. */
function isOwnPage({ resource, view }: ResourceAddress, pathname: string): boolean {
  if (view === 'list' || view === 'import') return view === 'import'
  const isOverList = pathname.startsWith(`${listPath(resource)}/`)
  return resource.routes[view] !== undefined || !isOverList
}

function Trail({ place }: { place: ResourceAddress }) {
  const { resource } = place
  const translate = useTranslate()
  const t = useT()
  const { many } = useNames(resource)
  const maySeeList = may(resource, 'list', useUser())
  const record = useReadRecord(resource, place)
  const views = useContext(SlotsContext).views?.[resource.name]
  const Name = views?.fields?.[titleFields(resource)[0] ?? '']
  const name = record && !Name ? recordTitle(resource, record) : undefined
  const { group } = resource
  const groupName = group && translate(`console.groups.${messageName(group)}`, { _: group })
  return (
    <Box component="nav" aria-label={t('breadcrumb')} sx={{ pt: { xs: 0.5, sm: 2 } }}>
      <Box component="ol" sx={style}>
        {groupName && groupName !== many && <li>{groupName}</li>}
        <li>
          {maySeeList ? (
            <Box component={FrameLink} to={listPath(resource)} sx={linkStyle}>
              {many}
            </Box>
          ) : (
            many
          )}
        </li>
        {record && (
          <Box
            component="li"
            aria-current="page"
            title={name}
            sx={{ display: 'flex', minWidth: 0 }}
          >
            <Box component="span" sx={nameStyle}>
              {Name ? <Name record={record as never} /> : name}
            </Box>
          </Box>
        )}
      </Box>
    </Box>
  )
}

/** The heading below says the whole of it. */
const nameStyle = {
  ...cutAtEnd,
  maxWidth: '40ch',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
}

const linkStyle = {
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: { xs: 44, sm: 0 },
  minHeight: { xs: 44, sm: 0 },
}

const style = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  m: 0,
  p: 0,
  listStyle: 'none',
  color: 'text.secondary',
  fontSize: '0.8125rem',
  // A name may be one long word.
  overflowWrap: 'anywhere',
  '& li + li::before': { content: '"/"', mx: 1, color: 'divider' },
}
