import { sql } from 'kysely'

import { conflict, invalid, type Behavior } from '#server'

import { locale } from './locale.ts'
import { listTexts } from './localizationTexts.server.ts'
import { onlyDefault } from './onlyDefault.server.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Exactly one locale is the default. It is active, and another one must take its place before it goes. */
export const localeBehavior: Behavior<typeof locale> = {
  derived: {
    // Less than all is never rounded to a hundred.
    translated: `coalesce((
      select floor(100.0 * count(*) filter (where t.state <> 'missing') / nullif(count(*), 0))::integer
      from localizations t where t.locale = d.id
    ), 0)`,
  },

  prepare(values, previous) {
    const { is_default, is_active } = { ...previous, ...values }
    if (previous?.is_default && values.is_default === false) {
      throw invalid({ is_default: [msg('make_another_locale_the_default_instead')] })
    }
    if (is_default && is_active === false) {
      throw invalid({ is_active: [msg('the_default_locale_must_be_active')] })
    }
    return values
  },

  async afterCreate({ id, is_default }, context) {
    await listTexts(context.backend, context.sql, id)
    if (is_default) await onlyDefault(locale, id, context)
  },

  async afterUpdate({ id, code, is_default }, previous, context) {
    if (code !== previous.code) await listTexts(context.backend, context.sql, id)
    if (is_default) await onlyDefault(locale, id, context)
  },

  async beforeDelete({ id, is_default }, { sql: database }) {
    if (is_default) throw conflict(msg('the_default_locale_cannot_be_deleted'))
    await sql`delete from localizations where locale = ${id} and value is null`.execute(database)
  },
}
