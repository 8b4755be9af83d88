import Box from '@mui/material/Box'

import type { Series } from '#contract'

import { numberText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import { dayText } from '../../ui/fields/dates/dates.tsx'
import english from '../../../texts/en/dashboard.json'

/** The series for people who do not see the drawing. */
export function SeriesTable({ card, name }: { card: Series; name: string }) {
  const t = useT(english)
  const { labels, datasets } = card
  return (
    <Box sx={unseen}>
      <table>
        <caption>{t('dashboard.per_day', { name })}</caption>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">{dayText(label)}</th>
              <td>{numberText(datasets[index] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}

/** Takes no room, and is read aloud. */
const unseen = {
  position: 'absolute',
  insetBlockStart: 0,
  insetInlineStart: 0,
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
}
