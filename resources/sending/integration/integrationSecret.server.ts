import { invalid, type Behavior } from '#server'

import { msg } from '../../msg.server.ts'
import type { integrationSecret } from './integrationSecret.ts'

/** A secret goes only where it was given for: another integration, which may call another origin, wants it again. */
export const integrationSecretBehavior: Behavior<typeof integrationSecret> = {
  beforeUpdate(changes) {
    if (changes.integration !== undefined && !('value' in changes)) {
      throw invalid({ value: [msg('give_the_secret_again_for_the_new_address')] })
    }
    return changes
  },
}
