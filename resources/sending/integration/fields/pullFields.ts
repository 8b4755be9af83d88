import { field } from '#schema'

const paths = { max: 10, each: 120, optional: true } as const
const yes = { help: 'None: true, 1 or yes.' } as const
const pulled = ({ pull_mode }: { pull_mode: string }) => pull_mode !== 'off'
const inRow = (label: string) => field.words({ ...paths, visibleWhen: pulled, label })
const when = { optional: true, visibleWhen: pulled } as const

/** How statuses and deposits are asked for (product.md 9.2). */
export const pullFields = {
  pull_mode: field.choice(
    {
      off: 'Not at all',
      ids: 'By the broker’s IDs',
      window: 'By the days of sending',
      since: 'What changed since',
    },
    { default: 'off', label: 'Ask for statuses' },
  ),
  pull_method: field.choice({ GET: 'GET', POST: 'POST' }, { ...when, label: 'Method' }),
  pull_url: field.text({
    ...when,
    max: 2_000,
    label: 'URL for statuses',
    help: 'With {{from}}, {{to}}, {{page}}, {{skip}}, {{take}} or {{ids}}. {{next}} is the word by which a page names the next.',
  }),
  pull_body: field.text({ ...when, multiline: true, max: 4_000, label: 'Body' }),
  pull_date_format: field.text({
    ...when,
    max: 40,
    label: 'Form of dates',
    help: 'Like yyyy-MM-dd HH:mm:ss, or unix.',
  }),
  pull_timezone: field.timeZone({ ...when, label: 'Time zone' }),
  pull_paging: field.choice(
    {
      none: 'One page',
      page: 'Page numbers',
      skip: 'Skip and take',
      next: 'Link to the next',
    },
    { ...when, label: 'Pages' },
  ),
  pull_page_path: field.text({ ...when, label: 'Last page, count or next link' }),
  pull_take: field.integer({ ...when, min: 1, max: 1_000, label: 'Rows a page' }),
  pull_rows_path: field.text({ ...when, label: 'Where the rows stand' }),
  pull_id_paths: inRow('ID in a row'),
  pull_email_paths: inRow('E-mail in a row'),
  pull_phone_paths: inRow('Phone in a row'),
  pull_status_paths: inRow('Status in a row'),
  pull_status_at_paths: inRow('Date of the status'),
  ftd_paths: inRow('Where a deposit is told'),
  ftd_values: field.words({
    ...paths,
    ...yes,
    visibleWhen: pulled,
    label: 'Deposit at these values',
  }),
  ftd_statuses: inRow('Deposit by these statuses'),
  ftd_at_paths: inRow('Date of the deposit'),
  ftd_amount_paths: inRow('Amount'),
  ftd_currency_paths: inRow('Currency'),
  pull_every: field.integer({
    ...when,
    min: 5,
    max: 1_440,
    default: 15,
    label: 'Every so many minutes',
  }),
  pull_days: field.integer({ ...when, min: 1, max: 90, default: 7, label: 'Days of each run' }),
  pull_pad_hours: field.integer({ ...when, min: 0, max: 168, default: 48, label: 'Hours around' }),
  pull_active: field.boolean({
    default: true,
    label: 'Status pull on',
    help: 'Postbacks are taken anyway.',
  }),
  ftd_active: field.boolean({ default: true, label: 'Deposit pull on' }),
}

const parameter = (label: string) => field.text({ max: 60, optional: true, label })

/** How the broker tells us by itself. */
export const postbackFields = {
  postback_id: field.text({
    max: 60,
    optional: true,
    label: 'Parameter of the ID',
    help: 'In JSON also a path, like data.lead.id.',
  }),
  postback_status: parameter('Parameter of the status'),
  postback_ftd: parameter('Parameter of the deposit'),
  postback_ftd_values: field.words({
    ...paths,
    ...yes,
    label: 'Postback: deposit at these values',
  }),
  postback_ftd_at: parameter('Parameter of its date'),
  postback_amount: parameter('Parameter of the amount'),
  postback_currency: parameter('Parameter of the currency'),
}
