import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

import { listText } from '../../browser/client/i18n/formats.ts'
import { useText } from '../../browser/client/i18n/texts.ts'
import { isColor, textOn } from '../../browser/ui/fields/contrast.ts'
import { cut } from '../../browser/ui/fields/cut.tsx'
import type { Display, FieldOf, Label } from '../../browser/client/records/row.ts'
import { RecordLink } from '../../browser/ui/fields/RecordLink.tsx'

export const referenceDisplay: Display<FieldOf<'reference'>> = {
  show({ field, name, value, record, full }) {
    const label = record.labels?.[name]
    if (!label || Array.isArray(label)) return `#${String(value)}`
    return <ReferenceLabel label={label as Label} target={field.target} full={full} />
  },
}

/** Most labels of one cell. */
const most = 3

export const referencesDisplay: Display<FieldOf<'references'>> = {
  show({ field, name, value, record, full }) {
    const labels = record.labels?.[name]
    if (!Array.isArray(labels)) return Array.isArray(value) ? value.join(', ') : null
    const shown: readonly Label[] = full ? labels : labels.slice(0, most)
    const rest = labels.length - shown.length
    return (
      <Box
        component="span"
        title={full ? undefined : listText(labels.map(({ label }) => String(label)))}
        sx={{ display: 'inline-flex', flexWrap: full ? 'wrap' : 'nowrap', gap: 0.5 }}
      >
        {shown.map((label) => (
          <ReferenceLabel key={label.id} label={label} target={field.target} full={full} isChip />
        ))}
        {rest > 0 && `+${rest}`}
      </Box>
    )
  },
}

interface LabelProps {
  label: Label
  target: string
  full: boolean
  isChip?: boolean
}

function ReferenceLabel({ label, target, full, isChip = false }: LabelProps) {
  const flag = typeof label.flag === 'string' ? `${label.flag} ` : ''
  const text = `${flag}${label.label}`
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
  const say = useText()
  return <span style={{ opacity: 0.8 }}> {say('inactive', '(inactive)')}</span>
}

interface ChipProps {
  content: ReactNode
  background?: string
  text?: string
}

/** A plain span: MUI's Chip costs ten times as much in a table of a hundred rows. */
export function ColorChip({ content, background, text }: ChipProps) {
  const colors = background
    ? { backgroundColor: background, color: text }
    : { border: '1px solid currentColor', opacity: 0.85 }
  return (
    <span
      className="color-chip"
      style={{
        ...colors,
        display: 'inline-block',
        padding: '1px 8px',
        borderRadius: 10,
        fontSize: '0.8125rem',
        lineHeight: 1.5,
        whiteSpace: 'nowrap',
      }}
    >
      {content}
    </span>
  )
}
