import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import { isVisible, watched, type Resource } from '#schema'

import type { Row } from '../../../client/records/row.ts'
import { Fold } from '../../Fold.tsx'
import type { Views } from '../../resourceViews.ts'
import { useHeadingOf } from '../../useHeadingOf.ts'
import type { FormField, FormSection } from '../values/formSections.ts'
import { SectionReveal } from './SectionReveal.tsx'
import { PlainItem, ConditionalItem } from './ConditionalItem.tsx'

export interface FieldsProps {
  resource: Resource
  views?: Views<Resource> | undefined
  sections: readonly FormSection[]
  /** All of the form, on whose values fields depend, where `sections` are some of them. */
  form?: readonly FormSection[]
  /** With what was revealed of it. */
  record: Row | undefined
  /** The same as the server answered it; undefined where nothing is to be revealed. */
  masked?: Row | undefined
  /** The values are for many records, each of which tells these fields itself: what depends on one of them is shown. */
  ofMany?: readonly string[]
  /** The name of the tab in which they stand: nothing is folded there, and no heading says it once more. */
  tab?: string
}

/** The inputs of a form under their headings. */
export function FormFields(props: FieldsProps) {
  const { resource, views, sections, form = sections, record, masked, ofMany = [], tab } = props
  const headingOf = useHeadingOf(resource)
  const folded = tab === undefined ? resource.folded?.map(headingOf) : []
  return sections.map(({ heading, fields }) => {
    const isFolded = folded?.includes(heading) ?? false
    const isNamed = heading === tab
    const inputs = (
      <>
        {masked && (
          <SectionReveal {...{ resource, fields }} isBelow={isFolded || isNamed} record={masked} />
        )}
        <Box sx={grid}>
          {fields.map((one) => {
            const Item = isConditional(one) && !dependsOn(one, ofMany) ? ConditionalItem : PlainItem
            return <Item key={one.name} {...{ resource, views, form, record, one }} />
          })}
        </Box>
      </>
    )
    if (isFolded) {
      const count = fields.filter(({ name }) => (record?.[name] ?? '') !== '').length
      return (
        <Box key={heading} component="fieldset" aria-label={heading} sx={sectionStyle}>
          <Fold {...{ heading, count }} level="span">
            {inputs}
          </Fold>
        </Box>
      )
    }
    return (
      <Box
        key={heading}
        component="fieldset"
        {...(isNamed && { 'aria-label': heading })}
        sx={sectionStyle}
      >
        {heading && !isNamed && (
          <Typography component="legend" variant="subtitle1" sx={legendStyle}>
            {heading}
          </Typography>
        )}
        {inputs}
      </Box>
    )
  })
}

/** Whether the values of others say if a field is shown, or required. */
export const isConditional = ({ field: { options } }: FormField) =>
  options.visibleWhen !== undefined || options.requiredWhen !== undefined

/** Whether one of these fields says if another is shown. */
export function dependsOn({ field }: FormField, names: readonly string[]): boolean {
  let depends = false
  const note = (name: string) => void (depends ||= names.includes(name))
  isVisible(field, watched(note))
  return depends
}

const legendStyle = { mb: 1.5, p: 0, fontWeight: 600 }

const sectionStyle = {
  '&:not(:has([data-field]))': { display: 'none' },
  border: 0,
  m: 0,
  p: 0,
  mb: 3,
  minWidth: 0,
  position: 'relative',
}

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
  gap: 2,
  alignItems: 'start',
}
