import { DateField } from '../../browser/ui/fields/dates/DateField.tsx'
import type { DateForm } from '../../browser/ui/fields/dates/dateForms.ts'
import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'

export const dateControls: ControlsKind = {
  Input: (props) => <DateInput {...props} form="date" />,
  example: () => '2026-01-31',
}

export const timeControls: ControlsKind = { Input: (props) => <DateInput {...props} form="time" /> }

/** A day, a time or a moment of a form, typed as it is shown. */
export function DateInput({ form, ...props }: InputProps & { form: DateForm }) {
  const { field, shown } = useControl(props)
  return <DateField {...shown} {...field} form={form} label={props.label} />
}
