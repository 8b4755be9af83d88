import type { Sql } from '#server'

import { placesBehindLine } from '../caps/placesBehindLine.server.ts'
import { fullWords } from './refusalWords.server.ts'
import type { Choice } from './rotation.server.ts'
import type { SendValues } from './sendContract.ts'
import { loadTargets } from './target.server.ts'

/** Returns what keeps leads within the caps that those before them fill: it moves one to the next of its departments, or keeps it back. */
export async function roomOf(
  { departments, integration, scheduled_at, pacing }: SendValues,
  database: Sql,
): Promise<(choice: Choice) => Choice> {
  // What goes later goes under the caps of another day.
  if (scheduled_at || pacing) return (choice) => choice
  const wanted = departments.map((department) => ({
    department,
    ...(integration && { integration }),
  }))
  const targets = (await loadTargets(wanted, database)).flatMap((one) => one ?? [])
  const byId = new Map(targets.map((one) => [one.id, one]))
  const fullFor = await placesBehindLine(targets, database)

  return (choice) => {
    const { target, checked, plan, others } = choice
    if (checked.refusal) return choice
    const isFree = (id: number) => !plan.find(({ department }) => department === id)?.reason
    const ways = others.filter(isFree).flatMap((id) => byId.get(id) ?? [])
    const full = fullFor(target, checked.lead)
    const free = full ? ways.find((one) => !fullFor(one, checked.lead)) : target
    if (free || !full) return { ...choice, target: free ?? target }
    const until = target.cap_action === 'wait' && { until: new Date() }
    const refusal = { status: 'Cap reached' as const, message: fullWords(full, target), ...until }
    return { ...choice, checked: { ...checked, refusal } }
  }
}
