import type { Fields } from '../kinds/field.ts'
import { field } from '../kinds/kinds.ts'

/** Fields that every record has and no declaration repeats. */
export const systemFields = {
  id: field.integer({ computed: true, label: 'ID', max: Number.MAX_SAFE_INTEGER }),
  created_at: field.timestamp({ computed: true, label: 'Created' }),
  updated_at: field.timestamp({ computed: true, label: 'Updated' }),
} satisfies Fields
