import { sql } from 'kysely'

import type { Backend, Sql, Translations } from '#server'

import { textsOf } from './translations.server.ts'

interface Text {
  readonly group: string
  readonly key: string
  readonly locale: number
  readonly english: string
  /** What the release says in the language; null where it has no translation. */
  readonly shipped: string | null
}

/**
 * Gives every text of the console a row in each locale, or in one, so that the list shows what there is to translate.
 * What staff wrote stays; what no release says any more goes, unless staff wrote it.
 */
export async function listTexts(backend: Backend, database: Sql, only?: number): Promise<void> {
  const { rows: locales } = await sql<{ id: number; code: string }>`
    select id, code from locales where ${only ?? null}::bigint is null or id = ${only ?? null}`.execute(
    database,
  )
  const texts = JSON.stringify(locales.flatMap((locale) => textsIn(textsOf(backend), locale)))
  const given = sql`
    jsonb_to_recordset(${texts}::jsonb)
      as t ("group" text, key text, locale bigint, english text, shipped text)`
  await sql`
    with t as materialized (select * from ${given}),
    gone as (
      delete from localizations l
      where l.value is null and l.locale in (select locale from t)
        and not exists (select from t where (t."group", t.key, t.locale) = (l."group", l.key, l.locale))
    ),
    renewed as (
      update localizations l set english = t.english, shipped = t.shipped,
        state = case when l.value is null then ${stateOf} else 'own' end
      from t where (t."group", t.key, t.locale) = (l."group", l.key, l.locale)
        and (l.english, l.shipped) is distinct from (t.english, t.shipped)
    )
    insert into localizations ("group", key, locale, english, shipped, state)
    select t."group", t.key, t.locale, t.english, t.shipped, ${stateOf} from t
    where not exists (
      select from localizations l where (t."group", t.key, t.locale) = (l."group", l.key, l.locale)
    )`.execute(database)
}

const stateOf = sql`case when t.shipped is null then 'missing' else 'shipped' end`

function textsIn(translations: Translations, { id, code }: { id: number; code: string }): Text[] {
  const shipped = translations.shipped(code)
  return Object.entries(translations.english).map(([name, english]) => {
    const dot = name.indexOf('.')
    const place = { group: name.slice(0, dot), key: name.slice(dot + 1), locale: id }
    return { ...place, english, shipped: shipped[name] ?? null }
  })
}
