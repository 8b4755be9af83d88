import type { Field, Fields } from '../../kinds/field.ts'

/** The fields, of which one that may be hidden is required only while it is shown. */
export function withConditions<F extends Fields>(fields: F): F {
  const entries = Object.entries(fields).map(([name, field]): [string, Field] => {
    const { visibleWhen, optional } = field.options
    if (!visibleWhen || optional) return [name, field]
    const options = { requiredWhen: () => true, ...field.options, optional: true as const }
    return [name, { ...field, options }]
  })
  return Object.fromEntries(entries) as F
}
