import { field } from '#schema'

import { restrictedFields } from '../../../leads/lead/businessFields.ts'

// Only who opens the form needs them.
const suggestions = () => import('../request/suggestions.ts')

/** What is sent under which name (product.md 7.2). */
export const mappingFields = {
  mapping: field.rows(
    {
      target: field.text({ max: 120, label: 'Name at the broker' }),
      kind: field.choice(
        {
          field: 'Field of the lead',
          template: 'Text with variables',
          constant: 'Constant',
          generated: 'Generated',
          lookup: 'By a value table',
        },
        { default: 'field' },
      ),
      value: field.text({
        max: 500,
        optional: true,
        suggests: async ({ kind }: { kind: string }) => (await suggestions()).valuesOf(kind),
        fieldsOf: 'leads',
      }),
      transforms: field.text({
        max: 500,
        optional: true,
        suggests: async ({ transforms }: { transforms: string | null }) =>
          (await suggestions()).nextTransforms(transforms ?? ''),
        label: 'Changes',
        help: 'In turn, like trim | lower | phone(no_plus).',
      }),
      default: field.text({ max: 190, optional: true, label: 'When empty, this' }),
      required: field.boolean({ default: false }),
      when_empty: field.choice(
        { omit: 'Leave it out', empty: 'Empty text', null: 'Null' },
        { default: 'omit', label: 'Still empty' },
      ),
      type: field.choice(
        {
          string: 'Text',
          integer: 'Whole number',
          decimal: 'Number',
          boolean: 'Yes or no',
          date: 'Date',
        },
        { default: 'string' },
      ),
    },
    { min: 1, max: 100, unique: ['target'] },
  ),
  lookups: field.rows(
    {
      table: field.text({ max: 40 }),
      from: field.text(),
      to: field.text(),
    },
    { max: 500, optional: true, unique: ['table', 'from'], label: 'Value tables' },
  ),
  allowed_restricted: field.words({
    max: 20,
    optional: true,
    label: 'Restricted fields that may be sent',
    fieldsOf: 'leads',
    only: Object.keys(restrictedFields),
  }),
}
