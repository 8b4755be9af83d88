import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { isNeeded, isVisible, type Resource } from '#schema'

import { controlsOf } from '../../../../kinds/kinds.controls.browser.ts'
import type { Views } from '../../resourceViews.ts'
import { typedRecord } from '../values/formValues.ts'
import type { FormField, FormSection } from '../values/formSections.ts'
import { type ItemProps, FormItem } from './FormItem.tsx'

export function PlainItem(props: ItemProps) {
  const { one, views } = props
  return (
    <Box data-field={one.name} sx={isWide(one, views) ? { gridColumn: '1 / -1' } : undefined}>
      <FormItem {...props} />
    </Box>
  )
}

/** A field that is shown, or required, as the values of others want it. */
export function ConditionalItem({ form, ...props }: ItemProps & { form: readonly FormSection[] }) {
  const typed = useWatch()
  const { record, one } = props
  const fields = form.flatMap((section) => section.fields)
  const values = typedRecord(fields, typed, record)
  const isShown = isVisible(one.field, values)
  const { clearErrors } = useFormContext()
  // What is no longer asked for is no longer wrong.
  useEffect(() => {
    if (!isShown) clearErrors(one.name)
  }, [isShown, clearErrors, one.name])
  if (!isShown) return null
  return <PlainItem {...props} isRequired={isNeeded(one.field, values)} />
}

function isWide(
  { name, field, isWritable }: FormField,
  views: Views<Resource> | undefined,
): boolean {
  const own = isWritable ? views?.inputs : views?.fields
  if (isWritable && views?.narrow?.some((one) => one === name)) return false
  return own?.[name] !== undefined || (controlsOf(field).isWide?.(field) ?? false)
}
