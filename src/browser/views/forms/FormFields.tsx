import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import type { Resource } from '#schema'

import { shownValue } from '../../fields/displays.ts'
import type { Row } from '../../fields/display.ts'
import { inputOf } from '../../fields/inputs.ts'
import type { Views } from '../../views.ts'
import { useNames } from '../words.ts'
import type { FormField, FormSection } from './layout.ts'

interface FieldsProps {
  resource: Resource
  views?: Views<Resource>
  sections: readonly FormSection[]
  record: Row | undefined
}

/** The inputs of a form under their headings. */
export function FormFields({ resource, views, sections, record }: FieldsProps) {
  return sections.map(({ heading, fields }) => (
    <Box key={heading} component="fieldset" sx={{ border: 0, m: 0, p: 0, mb: 3, minWidth: 0 }}>
      {heading && (
        <Typography component="legend" variant="subtitle1" sx={{ mb: 1.5, p: 0, fontWeight: 600 }}>
          {heading}
        </Typography>
      )}
      <Box sx={grid}>
        {fields.map((one) => (
          <Box
            key={one.name}
            data-field={one.name}
            sx={isWide(one, views) ? { gridColumn: '1 / -1' } : undefined}
          >
            <FormItem {...{ resource, views, record, one }} />
          </Box>
        ))}
      </Box>
    </Box>
  ))
}

function FormItem({
  resource,
  views,
  record,
  one,
}: Omit<FieldsProps, 'sections'> & { one: FormField }) {
  const { name, field, isWritable, isBlind, reason } = one
  const label = useNames(resource).field(name)
  const Own = views?.inputs?.[name]
  if (!isWritable) {
    if (!record) return null
    const Shown = views?.fields?.[name]
    return (
      <ShownPair label={label}>
        {Shown ? <Shown record={record as never} full /> : shownValue(field, name, record, true)}
        {reason && (
          <Typography variant="caption" color="text.secondary" component="div">
            {reason}
          </Typography>
        )}
      </ShownPair>
    )
  }
  if (Own) return <Own source={name} record={record as never} />
  const { Input } = inputOf(field)
  const { optional, default: fallback } = field.options
  const masked = record?.[name]
  return (
    <Input
      {...{ name, field, label, record }}
      required={!optional && fallback === undefined && !isBlind}
      placeholder={isBlind && typeof masked === 'string' ? masked : undefined}
    />
  )
}

/** A value with its name, where nothing can be typed. */
export function ShownPair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="caption" color="text.secondary" component="div">
        {label}
      </Typography>
      <Box sx={{ overflowWrap: 'anywhere' }}>{children ?? '—'}</Box>
    </div>
  )
}

function isWide(
  { name, field, isWritable }: FormField,
  views: Views<Resource> | undefined,
): boolean {
  const own = isWritable ? views?.inputs : views?.fields
  if (isWritable && views?.narrow?.some((one) => one === name)) return false
  return own?.[name] !== undefined || (inputOf(field).isWide?.(field) ?? false)
}

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
  gap: 2,
  alignItems: 'start',
}
