import { mapValues } from '#schema'

import type { Lead } from '../leads/lead/lead.ts'
import { prepareLead } from '../leads/lead/prepareLead.server.ts'
import { demoCountries, type DemoCountry } from './demoCountries.ts'
import { demoSources, demoTags } from './demoPartners.ts'
import { createPhones, demoPerson } from './demoPerson.ts'
import { demoState } from './demoState.ts'
import { createRandom, type Random } from './random.ts'

const demoLeadCount = 2_000
/** The demo's leads came in within these days. */
export const demoDays = 60

const day = 86_400_000

/** The ids behind the names of the demo. */
export interface Ids {
  readonly country: (code: string) => number
  readonly language: (code: string) => number
  readonly source: (name: string) => number
  readonly status: (name: string) => number
  readonly user: number
}

export interface DemoLead {
  readonly values: Partial<Lead>
  /** Names. */
  readonly tags: readonly string[]
}

/** The leads of the demo, oldest first, in the form that every way in gives them; the same for the same moment. */
export function demoLeads(
  ids: Ids,
  now: number,
  fingerprint?: (text: string) => string,
): DemoLead[] {
  const random = createRandom(20_260_101)
  const phones = createPhones()
  const ages = Array.from({ length: demoLeadCount }, () => ageOf(random.fraction()))
  return ages
    .sort((a, b) => b - a)
    .map((age, index) => {
      const code = random.weighted(weights)
      const place = demoCountries[code] as DemoCountry
      const turn = { number: index + 1, created: now - age * demoDays * day, now }
      const values = {
        ...demoPerson(random, place, turn),
        phone: phones(code, place),
        country: ids.country(code),
        language: ids.language(place.language),
        ...origin(random, turn, ids),
        ...demoState(random, turn, ids.status),
      }
      const { uuid: _uuid, ...prepared } = prepareLead(values, undefined, undefined, fingerprint)
      return { values: prepared, tags: someTags(random) }
    })
}

/** The share of all days that has passed since a lead came in: some more came each day, up to twice as many. */
const ageOf = (share: number) => 2 - Math.sqrt(4 - 3 * share)

const weights = mapValues(demoCountries, ({ weight }) => weight)

const weightedSources = demoSources.flatMap((source) =>
  Array.from({ length: source.weight }, () => source),
)

const comments = [
  'Asked to be called after 18:00.',
  'Wants written information first.',
  'Asked about fees and the licence.',
  'Has some experience with funds.',
  'Came back after the webinar.',
]

function origin(
  random: Random,
  { number, created }: { number: number; created: number },
  ids: Ids,
) {
  const { name, funnel } = random.one(weightedSources)
  return {
    source: ids.source(name),
    funnel,
    comment: random.chance(0.2) ? random.one(comments) : null,
    user: ids.user,
    external_id: `demo-${String(number).padStart(4, '0')}`,
    is_test: false,
    created_at: new Date(created).toISOString(),
  }
}

function someTags(random: Random): string[] {
  return demoTags.map(({ name }) => name).filter(() => random.chance(0.09))
}
