import { presetFrom, type Resource } from '#schema'

import { PresetInput } from '../../../kinds/parts/PresetInput.tsx'
import type { FormField } from './values/formSections.ts'

interface InputsProps {
  resource: Resource
  fields: readonly FormField[]
}

/** Fills inputs of a new record from the records that other inputs point at. */
export const PresetInputs = ({ resource, fields }: InputsProps) =>
  fields
    .filter(({ field }) => presetFrom(field))
    .map(({ name, field }) => (
      <PresetInput key={name} {...{ name, field }} fields={resource.fields} placeOf={String} />
    ))
