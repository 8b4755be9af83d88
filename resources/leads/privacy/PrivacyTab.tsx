import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { useGetList, type RaRecord } from 'react-admin'

import {
  actionsOf,
  Failed,
  Moment,
  problemOf,
  ShowFields,
  shownValue,
  useAct,
  useResources,
  useT,
  useUser,
  Waiting,
} from '#browser'
import { fieldOf, sectionsOf, type Resource } from '#schema'

import english from '../../translations/en/console.json'
import type { Lead } from '../lead/lead.ts'
import { consent } from '../lead/leadViews.ts'

interface PrivacyProps {
  resource: Resource
  record: Lead
}

export const PrivacyLabel = () => useT(english)('privacy.title')

/** What the person agreed to, who received it, and what can be done for the person who asks (product.md 11.4). */
export function PrivacyTab({ resource, record }: PrivacyProps) {
  const t = useT(english)
  const act = useAct()
  const user = useUser()
  const acts = actionsOf(resource, user, record).filter(({ name }) => forPerson.has(name))
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      {acts.length > 0 && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {acts.map((one) => (
            <Button
              key={one.name}
              variant="outlined"
              color={one.name === 'erase' ? 'error' : 'primary'}
              onClick={() => act({ resource, act: one, target: { record } })}
            >
              {one.label}
            </Button>
          ))}
        </Box>
      )}
      {record.consent_at === null ? (
        <Typography>{t('privacy.no_consent')}</Typography>
      ) : (
        <Suspense>
          <ShowFields
            resource={{ ...resource, show: consentOf(resource), folded: [] }}
            record={record}
          />
        </Suspense>
      )}
      {user.permissions.has('lead.history.view') && (
        <Box component="section" sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <Typography variant="subtitle1" component="h2" sx={{ fontWeight: 600 }}>
            {t('privacy.received')}
          </Typography>
          <Receivers lead={record.id} />
        </Box>
      )}
    </Box>
  )
}

/** The section of the consent, under its heading in the reader's language. */
const consentOf = ({ form }: Resource) =>
  Object.fromEntries(sectionsOf(form).filter(([, names]) => names.includes(consent[0])))

const forPerson: ReadonlySet<string> = new Set(['person_data', 'erase'])

interface Received extends RaRecord {
  readonly id: number
  readonly sent_at: string | null
  readonly created_at: string
}

/** The departments that have the person's data, or may have it, the last first. */
function Receivers({ lead }: { lead: number }) {
  const t = useT(english)
  const sends = useResources().find(({ name }) => name === 'sends')
  const { data, error, isPending, refetch } = useGetList<Received>('sends', {
    filter: { lead, state: ['sent', 'returned', 'unknown', 'sending'] },
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'created_at', order: 'DESC' },
  })
  if (isPending) return <Waiting />
  if (error) return <Failed problem={problemOf(error)} onRetry={() => void refetch()} />
  if (data.length === 0) return <Typography>{t('privacy.nobody')}</Typography>
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {data.map((one) => (
        <Box component="li" key={one.id} sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          {['broker', 'department', 'state'].map((name) => {
            const field = sends && fieldOf(sends, name)
            return field && <span key={name}>{shownValue(field, name, one)}</span>
          })}
          <Typography component="span" color="text.secondary">
            <Moment value={one.sent_at ?? one.created_at} />
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
