import { countNow, type Context } from '#server'

import { lead, type Lead } from '../../leads/lead/lead.ts'
import { statusChanges, followStatus } from '../../leads/lead/status/leadStatus.server.ts'
import { msg } from '../../msg.server.ts'
import { type DrawRule, type Use, draw } from './drawRules.server.ts'

/** The sum of what a rule has drawn. */
export const drawsOf = (rule: number | '') => `draws=${rule}`

type Drawn = Pick<Lead, 'source' | 'country' | 'is_test' | 'accepted_count'>

/** Whether a rule may set the status of a lead at all: never of one that a broker has taken, nor test answers of a live one. */
const mayDraw = (use: Use, { is_test, accepted_count }: Drawn): boolean =>
  accepted_count === 0 && (use === 'initial_status' || is_test)

/** Sets what is drawn for each lead; each draw stands in the history of its lead with the rule. */
export async function setDrawn(
  leads: readonly Lead[],
  rules: readonly DrawRule[],
  context: Context,
  otherwise: (one: Lead) => number | undefined = () => undefined,
): Promise<void> {
  const groups = new Map<string, { rule: DrawRule | undefined; to: number; ids: number[] }>()
  for (const one of leads) {
    const rule = rules.find((known) => fits(known, one))
    const to = rule ? draw(rule.rows) : otherwise(one)
    if (to === undefined) continue
    const key = `${rule?.id} ${to}`
    const group = groups.get(key)
    if (group) group.ids.push(one.id)
    else groups.set(key, { rule, to, ids: [one.id] })
  }
  for (const { rule, to, ids } of groups.values()) {
    const note = rule && msg('drawn_by_source_random_status', { rule: rule.id })
    const changed = await context.records(lead).updateAll(
      ids,
      async (held) => {
        const open = held.filter((one) => !rule || mayDraw(rule.use, one))
        const changes = await statusChanges(to, open, context)
        return new Map(open.map(({ id }) => [id, changes.get(id) ?? drawnAgain()]))
      },
      rule && { detail: { note, use: rule.use } },
    )
    if (rule) countNow(drawsOf(rule.id), changed.length, context)
    await followStatus(changed, context)
  }
}

/** The status that a lead has already is an answer too, of this moment. */
const drawnAgain = () => ({ status_changed_at: new Date().toISOString() })

const fits = ({ source, countries, use }: DrawRule, one: Drawn): boolean =>
  source === one.source &&
  mayDraw(use, one) &&
  (countries.length === 0 || (one.country !== null && countries.includes(one.country)))
