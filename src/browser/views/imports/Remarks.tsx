import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import type { ImportFound } from '#contract'

import { numberText } from '../../client/i18n/formats.ts'
import { useMessage, useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/imports.json'

/** What was noticed of rows that are taken in all the same, with the numbers of the first. */
export function Remarks({ remarks }: Pick<ImportFound, 'remarks'>) {
  const t = useT(english)
  const messageText = useMessage()
  if (remarks.length === 0) return null
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      <Typography component="h2" variant="h6">
        {t('remarks')}
      </Typography>
      <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
        {remarks.map(({ message, count, rows }) => (
          <li key={message}>
            <strong>{numberText(count)}</strong> {messageText(message)}{' '}
            <Typography component="span" variant="body2" color="text.secondary">
              {t(count > rows.length ? 'remark_first_rows' : 'remark_rows', {
                rows: rows.map(numberText).join(', '),
                smart_count: rows.length,
              })}
            </Typography>
          </li>
        ))}
      </Box>
    </Box>
  )
}
