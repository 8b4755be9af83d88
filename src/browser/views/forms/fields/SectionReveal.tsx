import Box from '@mui/material/Box'
import { useRef } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../../../client/records/row.ts'
import { RevealButton } from '../../reveal/RevealButton.tsx'
import { focusField } from '../errors/fieldFocus.ts'
import type { FormField } from '../values/formSections.ts'

interface RevealProps {
  resource: Resource
  record: Row
  fields: readonly FormField[]
  /** No legend stands where the button could be beside it. */
  isBelow: boolean
}

/** Beside the heading of a section with masked inputs. */
export function SectionReveal({ resource, record, fields, isBelow }: RevealProps) {
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

/** As high as the legend, which stands above what is within the fieldset. */
const besideLegend = {
  position: 'absolute',
  insetBlockEnd: { xs: 'calc(100% + 2px)', sm: 'calc(100% + 9px)' },
  insetInlineEnd: 0,
}
