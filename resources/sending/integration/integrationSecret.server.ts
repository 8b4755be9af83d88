import { conflict, invalid, type Behavior, type Context } from '#server'

import { msg } from '../../msg.server.ts'
import { integration } from './integration.ts'
import type { integrationSecret } from './integrationSecret.ts'

/**
 * A secret goes only where it was given for: another integration, which may call another origin, wants it again. What signs in
 * otherwise than it did when it was tested is untested (product.md 4.4).
 */
export const integrationSecretBehavior: Behavior<typeof integrationSecret> = {
  derived: {
    is_archived: `exists (
      select from send_integrations i where i.id = d.integration and i.state = 'archived')`,
  },

  afterCreate: (record, context) => untest(record.integration, context),

  beforeUpdate(changes) {
    if (changes.integration !== undefined && !('value' in changes)) {
      throw invalid({ value: [msg('give_the_secret_again_for_the_new_address')] })
    }
    return changes
  },

  async afterUpdate(record, previous, context) {
    for (const id of new Set([record.integration, previous.integration])) await untest(id, context)
  },

  afterDelete: (previous, context) => untest(previous.integration, context),
}

async function untest(id: number, { records }: Context): Promise<void> {
  const { state, revision } = await records(integration).get(id)
  if (state === 'archived') throw conflict(msg('this_integration_is_archived'))
  const change = { state: 'draft', tested_at: null, revision: revision + 1 } as const
  await records(integration).update(id, change)
}
