import type { InputOf } from '#schema'
import { invalid, validPhone, type Context } from '#server'

import { country } from '../../settings/country.ts'
import { source } from '../../settings/source.ts'
import { status } from '../../settings/status.ts'
import type { lead, Lead } from './lead.ts'
import { statusChange } from './leadStatus.server.ts'

type Input = InputOf<typeof lead>

/** What a new lead has beyond its own values: the defaults of its source, and who brought it in (product.md 5). */
export async function withDefaults(input: Input, context: Context): Promise<Partial<Lead>> {
  const given = { ...input, country: input.country ?? (await countryOf(input, context)) }
  return { ...(await withSharedDefaults(given, context)), user: context.user.id }
}

/** The same for all leads of a file. */
export async function withSharedDefaults(
  shared: Partial<Lead>,
  context: Context,
): Promise<Partial<Lead>> {
  if (!shared.source) throw invalid({ source: ['Fill in this field'] })
  const origin = await context.records(source).get(shared.source)
  if (!origin.is_active) throw invalid({ source: ['This source takes no new leads'] })
  return {
    ...shared,
    ...(await firstStatus(shared.status, origin.default_status, context)),
    country: shared.country ?? origin.default_country,
    language: shared.language ?? origin.default_language,
    tags: [...new Set([...(shared.tags ?? []), ...origin.tags])],
  }
}

/** The status somebody chose, if they may; else that of the source, else the default of new leads. */
async function firstStatus(
  chosen: number | null | undefined,
  standard: number | null,
  context: Context,
): Promise<Partial<Lead>> {
  if (chosen) return statusChange(chosen, null, context)
  const [fallback] = standard ? [] : await context.records(status).find({ is_default: true })
  return { status: standard ?? fallback?.id ?? null, status_changed_at: new Date().toISOString() }
}

async function countryOf({ phone }: Input, { records }: Context): Promise<number | undefined> {
  const code = phone ? validPhone(phone)?.country : undefined
  if (!code) return undefined
  const [found] = await records(country).find({ iso_3166_2: code })
  return found?.id
}
