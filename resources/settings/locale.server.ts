import { conflict, invalid, type Behavior } from '#server'

import { locale } from './locale.ts'
import { onlyDefault } from './onlyDefault.server.ts'

/** Exactly one locale is the default. It is active, and another one must take its place before it goes. */
export const localeBehavior: Behavior<typeof locale> = {
  prepare(values, previous) {
    const { is_default, is_active } = { ...previous, ...values }
    if (previous?.is_default && values.is_default === false) {
      throw invalid({ is_default: ['Make another locale the default instead'] })
    }
    if (is_default && is_active === false) {
      throw invalid({ is_active: ['The default locale must be active'] })
    }
    return values
  },

  async afterCreate({ id, is_default }, context) {
    if (is_default) await onlyDefault(locale, id, context)
  },

  async afterUpdate({ id, is_default }, _previous, context) {
    if (is_default) await onlyDefault(locale, id, context)
  },

  beforeDelete({ is_default }) {
    if (is_default) throw conflict('The default locale cannot be deleted.')
  },
}
