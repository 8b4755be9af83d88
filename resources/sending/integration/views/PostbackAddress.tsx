import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import { apiAddress, CopyButton, useT } from '#browser'

import english from '../../../translations/en/console.json'
import { postbackParameters } from '../fields/postbackParameters.ts'
import type { Integration } from '../integration.ts'

/** Where the broker tells of statuses and deposits, with the parameters that the integration reads (product.md 8.2). */
export function PostbackAddress({ record }: { record: Integration }) {
  const t = useT(english)
  if (!record.postback_key) return '—'
  const query = postbackParameters.flatMap((name) => record[name] ?? []).map((name) => `${name}=…`)
  const path = `${apiAddress()}/api/partner/postback/${record.postback_key}`
  const address = [path, ...(record.postback_id ? [query.join('&')] : [])].join('?')
  return (
    <>
      <Box component="span" dir="ltr" sx={{ fontFamily: 'monospace', fontSize: '0.875rem' }}>
        {address}
      </Box>
      <CopyButton text={address} name={t('integration.postback_address')} />
      {!record.postback_id && (
        <Typography variant="body2" color="text.secondary">
          {t('integration.postback_needs_id')}
        </Typography>
      )}
    </>
  )
}
