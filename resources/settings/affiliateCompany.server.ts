import { refuseWhileUsed, type Behavior } from '#server'

import type { affiliateCompany } from './affiliateCompany.ts'

export const affiliateCompanyBehavior: Behavior<typeof affiliateCompany> = {
  beforeDelete: ({ id }, { sql }) =>
    refuseWhileUsed(sql, 'affiliate company', id, {
      table: 'brokers_affiliate_companies',
      column: 'target_id',
    }),
}
