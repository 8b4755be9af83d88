import { refuseWhileUsed, type Behavior } from '#server'

import type { affiliateCompany } from './affiliateCompany.ts'

export const affiliateCompanyBehavior: Behavior<typeof affiliateCompany> = {
  derived: {
    brokers: `(
      select count(*)::integer from brokers_affiliate_companies c join brokers b on b.id = c.record_id
      where c.target_id = d.id and b.deleted_at is null
    )`,
  },

  beforeDelete: ({ id }, { sql }) =>
    refuseWhileUsed(sql, 'affiliate company', id, {
      table: 'brokers_affiliate_companies',
      column: 'target_id',
    }),
}
