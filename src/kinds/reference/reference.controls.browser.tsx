import type { FieldOf, Label } from '../../browser/client/records/row.ts'
import type { InputKind, InputProps } from '../../browser/ui/fields/input.ts'
import { OptionPicker, OptionsPicker } from '../../browser/ui/fields/OptionPicker.tsx'
import { useControl } from '../../browser/ui/fields/useControl.ts'

export const referenceInput: InputKind<FieldOf<'reference'>> = {
  Input: ReferenceInput,
  isPicked: true,
}

export const referencesInput: InputKind<FieldOf<'references'>> = {
  Input: ReferencesInput,
  write: (value) => value ?? [],
}

function ReferenceInput(props: InputProps<FieldOf<'reference'>>) {
  const { field, shown } = useControl(props)
  return (
    <OptionPicker
      target={props.field.target}
      known={knownLabels(props)}
      value={field.value === '' ? null : field.value}
      onChange={field.onChange}
      onBlur={() => field.onBlur()}
      input={{ ...shown, inputRef: field.ref }}
    />
  )
}

function ReferencesInput(props: InputProps<FieldOf<'references'>>) {
  const { field, shown } = useControl(props)
  return (
    <OptionsPicker
      target={props.field.target}
      known={knownLabels(props)}
      value={field.value === '' ? [] : field.value}
      onChange={field.onChange}
      onBlur={() => field.onBlur()}
      input={{ ...shown, inputRef: field.ref }}
    />
  )
}

/** The names that came with the record. */
function knownLabels({ record, name }: InputProps): Label[] {
  const labels = record?.labels?.[name]
  return [labels ?? []].flat() as Label[]
}
