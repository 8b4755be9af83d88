import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import { presetFrom, type Resource } from '#schema'

import { shownValue } from '../../../../kinds/kinds.browser.ts'
import type { Row } from '../../../client/records/row.ts'
import { controlsOf } from '../../../../kinds/kinds.controls.browser.ts'
import type { Views } from '../../resourceViews.ts'
import { useNames } from '../../../client/i18n/texts.ts'
import type { FormField } from '../values/formSections.ts'

export interface ItemProps {
  resource: Resource
  views: Views<Resource> | undefined
  record: Row | undefined
  one: FormField
  /** As the values of other fields want it; as it is declared unless given. */
  isRequired?: boolean
}

/** A field of a form: its input, or its value where it cannot be typed. */
export function FormItem({ resource, views, record, one, isRequired }: ItemProps) {
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
  const { Input } = controlsOf(field)
  const { optional, default: fallback } = field.options
  const comesByItself = fallback !== undefined && !presetFrom(field)
  const masked = record?.[name]
  return (
    <Input
      {...{ name, field, label, record }}
      required={(isRequired ?? !optional) && !comesByItself && !isBlind}
      placeholder={isBlind && typeof masked === 'string' ? masked : undefined}
    />
  )
}

/** A value with its name, where nothing can be typed. */
function ShownPair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="caption" color="text.secondary" component="div">
        {label}
      </Typography>
      <Box sx={{ overflowWrap: 'anywhere' }}>{children ?? '—'}</Box>
    </div>
  )
}
