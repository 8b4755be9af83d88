import type { ComponentProps } from 'react'

import { kindOf, type Field } from '#schema'

import { Line } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'

/** Values that are typed on one line. */
export const line = (
  form: Pick<ComponentProps<typeof Line>, 'type' | 'inputMode'>,
): ControlsKind => ({
  Input: (props) => <Line {...props} {...form} />,
})

/** Numbers are typed as text, so that a half-typed one is neither lost nor changed. */
export const numberText = {
  write: (value: unknown) => (value === null || value === undefined ? null : String(value)),
  read: (typed: unknown, field: Field) => kindOf(field).operand(String(typed).trim(), field),
}
