import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'

import { isVisible, kindOf, sectionsOf } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import { WholeTextContext } from '../../ui/fields/cellText.tsx'
import type { ViewProps } from '../resourceViews.ts'
import { type NamedField, readableFields } from '../../client/records/permitted.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { useHeadingOf } from '../useHeadingOf.ts'
import { shownValue } from '../../../kinds/kinds.browser.ts'
import { RevealButton } from '../reveal/RevealButton.tsx'
import { useOpened } from '../reveal/revealed.tsx'
import { Fold } from '../Fold.tsx'
import english from '../../../texts/en/records.json'

export type RecordProps = ViewProps & { record: Row }

/** Every value of a record that the user may read, under the headings of the declaration. */
export function ShowFields({ resource, views, record: masked }: RecordProps) {
  const user = useUser()
  const record = useOpened(masked)
  const folded = resource.folded?.map(useHeadingOf(resource))
  const isEmpty = ({ name, field }: NamedField) =>
    isNothing(record[name]) && !field.options.none && !views?.filledWithout?.includes(name)
  const sections = sectionsOf(resource.show ?? resource.form)
    .map(([heading, names]) => ({
      heading,
      fields: readableFields(resource, user, names).filter(({ field }) => isVisible(field, record)),
    }))
    .filter(({ fields }) => fields.length > 0)
  return sections.map(({ heading, fields }) => {
    const filled = fields.filter((one) => !isEmpty(one))
    const reveal = (
      <RevealButton
        {...{ resource, record: masked }}
        names={fields.map(({ name }) => name)}
        sx={{ my: { xs: -1, sm: -0.5 }, marginInlineStart: 'auto' }}
      />
    )
    const content = (
      <>
        <Values {...{ resource, views, record }} fields={filled} />
        <Folded {...{ resource, views, record }} fields={fields.filter(isEmpty)} />
      </>
    )
    return (
      <Card key={heading} component="section" sx={{ p: 2 }}>
        {folded?.includes(heading) ? (
          <Fold heading={heading} level="h2" count={filled.length}>
            <Box sx={headStyle}>{reveal}</Box>
            {content}
          </Fold>
        ) : (
          <>
            <Box sx={headStyle}>
              {heading && (
                <Typography component="h2" variant="subtitle1" sx={{ mb: 1, fontWeight: 600 }}>
                  {heading}
                </Typography>
              )}
              {reveal}
            </Box>
            {content}
          </>
        )}
      </Card>
    )
  })
}

type ValuesProps = RecordProps & { fields: readonly NamedField[] }

function Values({ resource, views, record, fields }: ValuesProps) {
  const names = useNames(resource)
  if (fields.length === 0) return null
  return (
    <Box component="dl" sx={grid}>
      {fields.map(({ name, field }) => {
        const Own = views?.fields?.[name]
        const value = Own ? (
          <Own record={record as never} full />
        ) : (
          shownValue(field, name, record, true)
        )
        const isWide = Own !== undefined || kindOf(field).cells || isLong(record[name])
        return (
          <Box key={name} sx={isWide ? { gridColumn: '1 / -1' } : undefined}>
            <Typography component="dt" variant="caption" color="text.secondary">
              {names.field(name)}
            </Typography>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              <WholeTextContext value>{value ?? '—'}</WholeTextContext>
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}

/** The fields that say nothing, out of the way of those that do. */
function Folded({ fields, ...props }: ValuesProps) {
  const t = useT(english)
  if (fields.length === 0) return null
  return (
    <Box component="details" sx={foldStyle}>
      <summary>{t('empty_fields', { count: fields.length })}</summary>
      <Values {...props} fields={fields} />
    </Box>
  )
}

const isNothing = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : (value ?? '') === ''

/** More characters than this are read on a line of their own. */
const isLong = (value: unknown) => typeof value === 'string' && value.length > 80

const foldStyle = {
  mt: 1.5,
  '& summary': {
    width: 'fit-content',
    color: 'text.secondary',
    fontSize: '0.8125rem',
    cursor: 'pointer',
    py: { xs: 1.5, sm: 0.5 },
  },
  '&[open] summary': { mb: 1 },
  '@media print': { display: 'none' },
}

const headStyle = { display: 'flex', alignItems: 'baseline', gap: 1 }

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
  gap: 2,
  m: 0,
}
