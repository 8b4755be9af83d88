import type { InputOf } from '#schema'
import { invalid, validPhone, type Context } from '#server'

import { country } from '../../settings/country.ts'
import { source, type Source } from '../../settings/source.ts'
import { status } from '../../settings/status.ts'
import type { lead, Lead } from './lead.ts'
import { statusChange } from './leadStatus.server.ts'

type Input = InputOf<typeof lead>

/** What a new lead has beyond its own values: the defaults of its source, and who brought it in (product.md 5). */
export async function withDefaults(input: Input, context: Context): Promise<Partial<Lead>> {
  const { user, records } = context
  const origin = await records(source).get(input.source)
  if (!origin.is_active) throw invalid({ source: ['This source takes no new leads'] })
  const chosen = input.status ? await statusChange(input.status, null, context) : undefined
  return {
    ...input,
    country: input.country ?? (await countryOf(input, context)) ?? origin.default_country,
    language: input.language ?? origin.default_language,
    tags: [...new Set([...(input.tags ?? []), ...origin.tags])],
    user: user.id,
    status: await standardStatus(origin, context),
    status_changed_at: new Date().toISOString(),
    ...chosen,
  }
}

async function standardStatus({ default_status }: Source, { records }: Context) {
  if (default_status) return default_status
  const [standard] = await records(status).find({ is_default: true })
  return standard?.id ?? null
}

async function countryOf({ phone }: Input, { records }: Context): Promise<number | undefined> {
  const code = phone ? validPhone(phone)?.country : undefined
  if (!code) return undefined
  const [found] = await records(country).find({ iso_3166_2: code })
  return found?.id
}
