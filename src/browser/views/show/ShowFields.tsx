import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'

import { isVisible, kindOf, sectionsOf } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import type { ViewProps } from '../slots.ts'
import { readableFields } from '../../client/records/permitted.ts'
import { useNames } from '../../client/i18n/texts.ts'
import { shownValue } from '../../../kinds/kinds.browser.ts'
import { RevealButton } from '../reveal/RevealButton.tsx'
import { useOpened } from '../reveal/revealed.tsx'

export type RecordProps = ViewProps & { record: Row }

/** Every value of a record that the user may read, under the headings of the declaration. */
export function ShowFields({ resource, views, record: masked }: RecordProps) {
  const user = useUser()
  const record = useOpened(masked)
  const names = useNames(resource)
  const sections = sectionsOf(resource.show ?? resource.form)
    .map(([heading, names]) => ({
      heading,
      fields: readableFields(resource, user, names).filter(({ field }) => isVisible(field, record)),
    }))
    .filter(({ fields }) => fields.length > 0)
  return sections.map(({ heading, fields }) => (
    <Card key={heading} variant="outlined" component="section" sx={{ p: 2 }}>
      <Box sx={headStyle}>
        {heading && (
          <Typography component="h2" variant="subtitle1" sx={{ mb: 1, fontWeight: 600 }}>
            {heading}
          </Typography>
        )}
        <RevealButton
          {...{ resource, record: masked }}
          names={fields.map(({ name }) => name)}
          sx={{ my: { xs: -1, sm: -0.5 }, marginInlineStart: 'auto' }}
        />
      </Box>
      <Box component="dl" sx={grid}>
        {fields.map(({ name, field }) => {
          const Own = views?.fields?.[name]
          const value = Own ? (
            <Own record={record as never} full />
          ) : (
            shownValue(field, name, record, true)
          )
          return (
            <Box key={name} sx={(Own || kindOf(field).cells) && { gridColumn: '1 / -1' }}>
              <Typography component="dt" variant="caption" color="text.secondary">
                {names.field(name)}
              </Typography>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {value ?? '—'}
              </Box>
            </Box>
          )
        })}
      </Box>
    </Card>
  ))
}

const headStyle = { display: 'flex', alignItems: 'baseline', gap: 1 }

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
  gap: 2,
  m: 0,
}
