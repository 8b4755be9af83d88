import type { Field, Fields } from '../../kinds/field.ts'
import { mapValues } from '../mapValues.ts'

/** The fields, of which one that may be hidden is required only while it is shown. */
export function withConditions<F extends Fields>(fields: F): F {
  return mapValues<string, Field, Field>(fields, (field) => {
    const { visibleWhen, optional } = field.options
    if (!visibleWhen || optional) return field
    const options = { requiredWhen: () => true, ...field.options, optional: true as const }
    return { ...field, options }
  }) as F
}
