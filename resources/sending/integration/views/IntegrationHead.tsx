import Chip from '@mui/material/Chip'

import { shownValue, useT } from '#browser'
import { fieldOf, type Resource } from '#schema'

import { Standing } from '../../../Standing.tsx'
import english from '../../../translations/en/console.json'
import type { Integration } from '../integration.ts'

interface HeadProps {
  resource: Resource
  record: Integration
}

/** Whether leads go through an integration now, and if not, why: said over all of its tabs (product.md 11.15). */
export function IntegrationHead({ resource, record }: HeadProps) {
  const t = useT(english)
  const field = fieldOf(resource, 'state')
  const { revision, pause_reason, push_active, environment } = record
  return (
    <Standing label={t('integration.standing')}>
      <li>
        {field && shownValue(field, 'state', record)} {pause_reason}
      </li>
      {!push_active && (
        <li>
          <Chip color="warning" label={t('integration.push_off')} />
        </li>
      )}
      {environment === 'test' && (
        <li>
          <Chip label={t('integration.test_only')} />
        </li>
      )}
      <li>{t('integration.version', { number: revision })}</li>
    </Standing>
  )
}
