import Box from '@mui/material/Box'

import { dayText, numberText, useT } from '#browser'

import type { Card } from './card.ts'
import english from '../translations/en/console.json'

/** The series for people who do not see the drawing. */
export function SeriesTable({ card, name }: { card: Card; name: string }) {
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
