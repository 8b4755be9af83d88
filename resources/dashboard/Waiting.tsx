import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useGetList } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'

import { numberText, useHasRoute, useApiQuery, useT, useUser } from '#browser'

import { failedLead } from '../leads/failedLead/failedLead.ts'
import { statusMap } from '../leads/statusSetting/statusMap.ts'
import { integration } from '../sending/integration/integration.ts'
import { send } from '../sending/send/send.ts'
import english from '../translations/en/console.json'

/** What waits for a person: each a link to its list, for those who may see that. */
export function Waiting() {
  const t = useT(english)
  const headingId = useId()
  const unknown = useCount(unknownSends)
  const paused = useCount(pausedIntegrations)
  const failed = useCount(openFailed)
  const unmapped = useUnmapped()
  const jobs = useCount(brokenJobs)
  const all = [
    { count: unknown, text: t('dashboard.needs_check'), to: addressOf(unknownSends) },
    { count: paused, text: t('dashboard.paused'), to: addressOf(pausedIntegrations) },
    { count: failed, text: t('dashboard.open_failed'), to: addressOf(openFailed) },
    { count: unmapped, text: t('dashboard.unmapped'), to: `/${statusMap.routes.list}` },
    { count: jobs, text: t('dashboard.jobs'), to: addressOf(brokenJobs) },
  ]
  const known = all.filter(({ count }) => count !== undefined)
  const waiting = known.filter(({ count }) => count !== 0)
  if (known.length === 0) return null
  return (
    <Card component="section" aria-labelledby={headingId} sx={{ p: 2.5 }}>
      <Typography id={headingId} component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1 }}>
        {t('dashboard.waiting')}
      </Typography>
      {waiting.length === 0 && (
        <Typography color="text.secondary">{t('dashboard.nothing_waits')}</Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {waiting.map(({ count = 0, text, to }) => (
          <Box key={to} component="li">
            <Link component={RouterLink} to={to} underline="hover" sx={linkStyle}>
              <span>{text}</span>
              <strong>{numberText(count)}</strong>
            </Link>
          </Box>
        ))}
      </Box>
    </Card>
  )
}

const linkStyle = {
  display: 'flex',
  justifyContent: 'space-between',
  gap: 2,
  minHeight: 44,
  alignItems: 'center',
  fontVariantNumeric: 'tabular-nums',
}

/** Sends of which it is unknown whether the broker took them (product.md 6.7). */
const unknownSends = {
  resource: send.name,
  path: `/${send.routes.list}`,
  permission: 'lead.history.view',
  filter: { state: ['unknown'], is_test: 'false' },
}

/** Integrations that rest by themselves until somebody looks. */
const pausedIntegrations = {
  resource: integration.name,
  path: `/${integration.routes.list}`,
  permission: 'send.integration.view',
  filter: { state: ['auto_paused'] },
}

const openFailed = {
  resource: failedLead.name,
  path: `/${failedLead.routes.list}`,
  permission: 'failed.lead.view',
  filter: { stage: 'open', is_test: 'false' },
}

/** Jobs of the last days that did not do all of it. */
const brokenJobs = {
  resource: 'jobs',
  path: '/profile/jobs',
  permission: 'user.profile.job.view',
  filter: { state: ['failed', 'finished_with_errors'], created_at: 'last_7_days' },
}

const addressOf = ({ path, filter }: Counted) =>
  `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`

interface Counted {
  resource: string
  path: string
  permission: string
  filter: object
}

/** How many records a list holds for the user; undefined where they may not see it, or it is not known yet. */
function useCount({ resource, path, permission, filter }: Counted): number | undefined {
  const isListed = useHasRoute()(path)
  const enabled = useUser().permissions.has(permission) && isListed
  const pagination = { page: 1, perPage: 1 }
  const { total, error } = useGetList(
    resource,
    { filter, pagination, sort: { field: 'id', order: 'DESC' } },
    { enabled, retry: false },
  )
  return error ? undefined : total
}

/** Words of brokers that stand for no status. */
function useUnmapped(): number | undefined {
  const enabled = useUser().permissions.has('lead.statusSetting.view')
  const { data } = useApiQuery<readonly object[]>({
    queryKey: [statusMap.name, 'unmapped'],
    path: `/${statusMap.api}/unmapped`,
    enabled,
  })
  return data?.length
}
