import Box from '@mui/material/Box'

import type { FieldOf } from '#schema'

import { listText } from '../../browser/client/i18n/formats.ts'
import type { Label } from '../../browser/client/records/row.ts'
import type { BrowserKind } from '../kind.browser.ts'
import { ReferenceLabel } from '../reference/reference.browser.tsx'

/** Most labels of one cell. */
const maxLabels = 3

export const referencesBrowser: BrowserKind<FieldOf<'references'>> = {
  editor: 'records',
  show({ field, name, value, record, full }) {
    const labels = record.labels?.[name]
    if (!Array.isArray(labels))
      return Array.isArray(value) ? listText(value.map((id) => `#${id}`)) : null
    const shown: readonly Label[] = full ? labels : labels.slice(0, maxLabels)
    const rest = labels.length - shown.length
    return (
      <Box
        component="span"
        title={full ? undefined : listText(labels.map(({ label }) => String(label)))}
        sx={{
          display: 'inline-flex',
          flexWrap: full ? 'wrap' : 'nowrap',
          gap: 0.5,
          maxWidth: '100%',
        }}
      >
        {shown.map((label) => (
          <ReferenceLabel key={label.id} label={label} target={field.target} full={full} isChip />
        ))}
        {rest > 0 && `+${rest}`}
      </Box>
    )
  },
}
