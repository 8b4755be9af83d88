import Box from '@mui/material/Box'

import { dayText, numberText, useText } from '#browser'

import type { Card } from './card.ts'

/** The series for people who do not see the drawing. */
export function SeriesTable({ card, name }: { card: Card; name: string }) {
  const say = useText()
  const { labels, datasets } = card
  return (
    <Box sx={unseen}>
      <table>
        <caption>{say('dashboard.per_day', '%{name} per day', { name })}</caption>
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
