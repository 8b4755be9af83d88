import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, type ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { isNeeded, isVisible, presetFrom, watched, type Resource } from '#schema'

import { shownValue } from '../../../kinds/kinds.browser.ts'
import type { Row } from '../../client/records/row.ts'
import { Fold } from '../Fold.tsx'
import { controlsOf } from '../../../kinds/kinds.controls.browser.ts'
import { RevealButton } from '../reveal/RevealButton.tsx'
import type { Views } from '../resourceViews.ts'
import { useNames } from '../../client/i18n/texts.ts'
import { useHeadingOf } from '../useHeadingOf.ts'
import { focusField } from './FormErrors.tsx'
import { typedRecord, type FormField, type FormSection } from './formValues.ts'

export interface FieldsProps {
  resource: Resource
  views?: Views<Resource>
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
          <Typography
            component="legend"
            variant="subtitle1"
            sx={{ mb: 1.5, p: 0, fontWeight: 600 }}
          >
            {heading}
          </Typography>
        )}
        {inputs}
      </Box>
    )
  })
}

type ItemProps = Pick<FieldsProps, 'resource' | 'views' | 'record'> & {
  form: readonly FormSection[]
  one: FormField
}

function PlainItem({ one, isRequired, ...props }: ItemProps & { isRequired?: boolean }) {
  return (
    <Box data-field={one.name} sx={isWide(one, props.views) ? { gridColumn: '1 / -1' } : undefined}>
      <FormItem {...props} {...{ one, isRequired }} />
    </Box>
  )
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

/** A field that is shown, or required, as the values of others want it. */
function ConditionalItem(props: ItemProps) {
  const typed = useWatch()
  const { form, record, one } = props
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

interface RevealProps {
  resource: Resource
  record: Row
  fields: readonly FormField[]
  /** No legend stands where the button could be beside it. */
  isBelow: boolean
}

/** Beside the heading of a section with masked inputs. */
function SectionReveal({ resource, record, fields, isBelow }: RevealProps) {
  const names = fields.filter(({ isBlind }) => isBlind).map(({ name }) => name)
  const place = useRef<HTMLElement>(null)
  const goOn = () => {
    const form = place.current?.closest('form')
    if (form && names[0]) focusField(form, names[0])
  }
  return (
    <Box ref={place} sx={isBelow ? { textAlign: 'end' } : besideLegend}>
      <RevealButton {...{ resource, record, names }} onRevealed={goOn} />
    </Box>
  )
}

function FormItem({
  resource,
  views,
  record,
  one,
  isRequired,
}: Omit<ItemProps, 'form'> & { isRequired: boolean | undefined }) {
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

function isWide(
  { name, field, isWritable }: FormField,
  views: Views<Resource> | undefined,
): boolean {
  const own = isWritable ? views?.inputs : views?.fields
  if (isWritable && views?.narrow?.some((one) => one === name)) return false
  return own?.[name] !== undefined || (controlsOf(field).isWide?.(field) ?? false)
}

const sectionStyle = {
  '&:not(:has([data-field]))': { display: 'none' },
  border: 0,
  m: 0,
  p: 0,
  mb: 3,
  minWidth: 0,
  position: 'relative',
}

/** As high as the legend, which stands above what is within the fieldset. */
const besideLegend = {
  position: 'absolute',
  insetBlockEnd: { xs: 'calc(100% + 2px)', sm: 'calc(100% + 9px)' },
  insetInlineEnd: 0,
}

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
  gap: 2,
  alignItems: 'start',
}
