import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'

import { shownValue, useT } from '#browser'
import { fieldOf, type Resource } from '#schema'

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
    <Box component="ul" aria-label={t('integration.standing')} sx={style}>
      <li>
        {field && shownValue(field, 'state', record)} {pause_reason}
      </li>
      {!push_active && (
        <li>
          <Chip size="small" color="warning" label={t('integration.push_off')} />
        </li>
      )}
      {environment === 'test' && (
        <li>
          <Chip size="small" label={t('integration.test_only')} />
        </li>
      )}
      <li>{t('integration.version', { number: revision })}</li>
    </Box>
  )
}

const style = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 3,
  rowGap: 0.5,
  m: 0,
  p: 0,
  listStyle: 'none',
  fontSize: '0.875rem',
}
