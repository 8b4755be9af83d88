import type { Fields } from '../kinds/field.ts'
import { integer } from '../kinds/integer/integer.ts'
import { timestamp } from '../kinds/timestamp/timestamp.ts'

/** Fields that every record has and no declaration repeats. */
export const systemFields = {
  id: integer({ computed: true, label: 'ID', max: Number.MAX_SAFE_INTEGER }),
  created_at: timestamp({ computed: true, label: 'Created' }),
  updated_at: timestamp({ computed: true, label: 'Updated' }),
} satisfies Fields
