import { refuseWhileUsed, type Behavior } from '#server'

import type { country } from './country.ts'

const column = 'target_id'

export const countryBehavior: Behavior<typeof country> = {
  beforeDelete: ({ id }, { sql }) =>
    refuseWhileUsed(
      sql,
      'country',
      id,
      { table: 'brokers_allowed_countries', column },
      { table: 'brokers_blocked_countries', column },
      { table: 'source_random_statuses_countries', column },
    ),
}
