import Box from '@mui/material/Box'

import type { FieldOf, Resource } from '#schema'

import { nameByCode } from '../../browser/client/i18n/codeNames.ts'
import { useNames, useT } from '../../browser/client/i18n/texts.ts'
import { ColorChip, isColor, textOn } from '../../browser/ui/fields/ColorChip.tsx'
import { cut, RecordLink } from '../../browser/ui/fields/cellText.tsx'
import { useResourceNamed } from '../../browser/client/records/resources.ts'
import type { Label } from '../../browser/client/records/row.ts'
import type { BrowserKind } from '../kind.browser.ts'

export const referenceBrowser: BrowserKind<FieldOf<'reference'>> = {
  editor: 'records',
  show({ field, name, value, record, full }) {
    const label = record.labels?.[name]
    if (!label || Array.isArray(label))
      return <NumberLabel target={field.target} id={Number(value)} full={full} />
    return <ReferenceLabel label={label as Label} target={field.target} full={full} />
  },
}

/** Of a record whose title the user may not know: what it is, and its number. */
function NumberLabel({ target, id, full }: { target: string; id: number; full: boolean }) {
  const resource = useResourceNamed(target)
  const text = resource ? <NumberOf {...{ resource, id }} /> : `#${id}`
  return full ? (
    <RecordLink isUnnamed {...{ target, id }}>
      {text}
    </RecordLink>
  ) : (
    text
  )
}

function NumberOf({ resource, id }: { resource: Resource; id: number }) {
  const { one } = useNames(resource)
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {one} <bdi>#{id}</bdi>
    </Box>
  )
}

interface LabelProps {
  label: Label
  target: string
  full: boolean
  isChip?: boolean
}

/** The title of a record that another points at, in its colours. */
export function ReferenceLabel({ label, target, full, isChip = false }: LabelProps) {
  const flag = typeof label.flag === 'string' ? `${label.flag} ` : ''
  const text = `${flag}${nameByCode(useResourceNamed(target), label, label.label)}`
  const content = (
    <>
      <bdi>{full ? text : cut(text)}</bdi>
      {label.inactive && <Inactive />}
    </>
  )
  const linked = full ? (
    <RecordLink target={target} id={label.id}>
      {content}
    </RecordLink>
  ) : (
    content
  )
  const background = label.bg_color ?? label.color
  if (isColor(background)) {
    const wanted = isColor(label.text_color) ? label.text_color : undefined
    return <ColorChip background={background} text={textOn(background, wanted)} content={linked} />
  }
  return isChip ? <ColorChip content={linked} /> : linked
}

function Inactive() {
  const t = useT()
  return <span style={{ opacity: 0.8 }}> {t('inactive')}</span>
}
