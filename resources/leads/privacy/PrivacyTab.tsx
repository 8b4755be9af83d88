import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'

import {
  actionsOf,
  Moment,
  ShowFields,
  shownValue,
  useStartAction,
  useApiQuery,
  useResources,
  useT,
  useUser,
} from '#browser'
import { useLoaded } from '#browser/later'
import { fieldOf, sectionsOf, type Resource } from '#schema'

import english from '../../translations/en/console.json'
import type { Lead } from '../lead/lead.ts'
import { consent } from '../lead/leadViews.ts'
import type { PrivacyReport } from './privacyReport.ts'

interface PrivacyProps {
  resource: Resource
  record: Lead
}

export const PrivacyLabel = () => useT(english)('privacy.title')

/** What the person agreed to, who received it, and what can be done for the person who asks (product.md 11.4). */
export function PrivacyTab({ resource, record }: PrivacyProps) {
  const t = useT(english)
  const startAction = useStartAction()
  const user = useUser()
  const actions = actionsOf(resource, user, record).filter(({ name }) => forPerson.has(name))
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      {actions.length > 0 && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {actions.map((one) => (
            <Button
              key={one.name}
              variant="outlined"
              color={one.final ? 'error' : 'primary'}
              onClick={() => startAction({ resource, action: one, target: { record } })}
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
      <Box component="section" sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Typography variant="subtitle1" component="h2" sx={{ fontWeight: 600 }}>
          {t('privacy.received')}
        </Typography>
        <Receivers path={`/${resource.api}/${record.id}/privacy`} />
      </Box>
    </Box>
  )
}

/** The section of the consent, under its heading in the reader's language. */
const consentOf = ({ form }: Resource) =>
  Object.fromEntries(sectionsOf(form).filter(([, names]) => names.includes(consent[0])))

const forPerson: ReadonlySet<string> = new Set(['person_data', 'erase'])

/** The departments that have the person, or may have, by any lead: as the report of an erasure names them. */
function Receivers({ path }: { path: string }) {
  const t = useT(english)
  const sends = useResources().find(({ name }) => name === 'sends')
  const state = sends && fieldOf(sends, 'state')
  const query = useApiQuery<PrivacyReport>({ queryKey: ['sends', path], path })
  const { data, pending } = useLoaded(query)
  if (!data || pending) return pending
  if (data.receivers.length === 0) return <Typography>{t('privacy.nobody')}</Typography>
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {data.receivers.map((one) => (
        <Box component="li" key={one.name} sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <span>{one.name}</span>
          {state && <span>{shownValue(state, 'state', { id: one.send, state: one.state })}</span>}
          <Typography component="span" color="text.secondary">
            <Moment value={one.at} />
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
