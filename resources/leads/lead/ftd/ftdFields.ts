import { field, type Filter } from '#schema'

const moment = { optional: true, computed: true } as const
const found = { ...moment, index: 'sparse' } as const

/** When the first deposit came, of a lead and of each of its sends. */
export const ftdDates = {
  /** The date that the broker gave, or else the moment at which the deposit was found: by it deposits count (product.md 9.4). */
  ftd_at: field.timestamp({ ...found, label: 'FTD' }),
  api_ftd_at: field.timestamp({ ...moment, label: 'FTD date of the broker' }),
  ftd_detected_at: field.timestamp({ ...moment, label: 'FTD detected' }),
  ftd_cancelled_at: field.timestamp({ ...found, label: 'FTD cancelled' }),
}

interface Meant {
  readonly yes: Filter
  readonly cancelled: Filter
}

/** Whether there is a deposit that counts: what of the stored dates means that, and that it was taken back (product.md 11.3, 11.7). */
export const ftdStatus = ({ yes, cancelled }: Meant) =>
  field.derived(
    field.choice({ yes: 'Yes', cancelled: 'Cancelled', no: 'No' }, { label: 'FTD status' }),
    {
      from: 'sql',
      filteredBy: {
        filters: {
          yes: () => yes,
          cancelled: () => cancelled,
          no: () => ({ ftd_at: null, ftd_cancelled_at: null }),
        },
      },
    },
  )
