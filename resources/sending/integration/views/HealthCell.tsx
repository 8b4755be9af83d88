import Box from '@mui/material/Box'

import { percentText, useApiQuery, useT } from '#browser'

import english from '../../../translations/en/console.json'

interface Health {
  readonly id: number
  readonly calls: number
  readonly sent: number
  readonly unknown: number
  readonly light: 'green' | 'amber' | 'red' | 'grey'
}

const colors = {
  green: 'success.main',
  amber: 'warning.main',
  red: 'error.main',
  grey: 'text.disabled',
} as const

/** A light, and how many of the sends of a day were taken; one question for all rows. In a table in two lines: beside it stand many. */
export function HealthCell({ id }: { id: number }) {
  const t = useT(english)
  const { data } = useApiQuery<Health[]>({
    queryKey: ['send_integrations', 'health'],
    path: '/send/integration/health/all',
    staleTime: 30_000,
  })
  const health = data?.find((one) => one.id === id)
  if (!health) return null
  const { light, calls, sent, unknown } = health
  const share = (part: number) => percentText((100 * part) / Math.max(calls, 1))
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box
        component="span"
        role="img"
        aria-label={t(`integration.light_${light}`)}
        title={t(`integration.light_${light}`)}
        sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: colors[light], flex: 'none' }}
      />
      <Box component="span" sx={{ 'td &': { whiteSpace: 'nowrap' } }}>
        {calls === 0 ? (
          t('integration.no_calls')
        ) : (
          <>
            {t('integration.share_sent', { share: share(sent) })}{' '}
            <Box component="span" sx={below}>
              {t('integration.share_unknown', { share: share(unknown) })}
            </Box>
          </>
        )}
      </Box>
    </Box>
  )
}

const below = { color: 'text.secondary', 'td &': { display: 'block', fontSize: '0.75rem' } }
