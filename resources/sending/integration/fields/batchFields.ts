import { field } from '#schema'

const ofMany = {
  visibleWhen: ({ batch_size }: { batch_size: number | null }) => Boolean(batch_size),
}

/** How many leads go in one call, and how its answer tells them apart (product.md 7.1). */
export const batchFields = {
  batch_size: field.integer({
    min: 2,
    max: 500,
    optional: true,
    label: 'Leads in one call',
    help: 'Empty: each lead goes in a call of its own. More need a department that may send a lot.',
  }),
  batch_path: field.text({
    ...ofMany,
    max: 120,
    optional: true,
    label: 'Where the leads stand',
    help: 'Like leads, where rows of the mapping begin with leads[]. Empty: the body is the list itself.',
  }),
  batch_rows_path: field.text({
    ...ofMany,
    max: 120,
    optional: true,
    label: 'Where their answers stand',
    help: 'Like results. Empty: the answer is the list itself. Rules and paths read each of them.',
  }),
  batch_match: field.choice(
    {
      place: 'By its place in the list',
      key: 'By our key',
      email: 'By the e-mail address',
      number: 'By the number of the lead, from 0',
    },
    { ...ofMany, default: 'place', label: 'Whose answer it is' },
  ),
  batch_match_path: field.text({
    visibleWhen: ({
      batch_size,
      batch_match,
    }: {
      batch_size: number | null
      batch_match: string
    }) => Boolean(batch_size) && batch_match !== 'place',
    max: 120,
    optional: true,
    label: 'Where that stands in the answer of a lead',
  }),
}
