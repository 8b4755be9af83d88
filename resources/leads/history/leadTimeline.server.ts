import type { Behavior, Happened } from '#server'

import { send } from '../../sending/send/send.ts'
import { leadComment } from '../comment/leadComment.ts'
import type { lead } from '../lead/lead.ts'
import type { LeadEvent } from './leadEvents.ts'
import { times, momentsOf } from './leadMoments.server.ts'

type Timeline = NonNullable<Behavior<typeof lead>['timeline']>

/** The import or the partner that brought a lead, what became of its sends and what people said of it, for its timeline (product.md 11.4). */
export async function leadTimeline(
  { labels, ...lead }: Parameters<Timeline>[0],
  read: Parameters<Timeline>[1],
): Promise<Happened[]> {
  const filter = { lead: lead.id ?? 0 }
  const sends = await read(send, { filter, times })
  const comments = await read(leadComment, { filter, times: ['created_at'] })
  const events = sends.flatMap((one) =>
    momentsOf(one).map(([event, at, said]): Happened => ({
      event,
      at,
      about: { resource: send.name, id: one.id },
      values: {
        department: nameOf('department', one),
        ...said,
      },
    })),
  )
  const said = comments.map((one): Happened => ({
    event: 'commented' satisfies LeadEvent,
    at: one.created_at,
    about: { resource: leadComment.name, id: one.id },
    values: { text: one.text ?? '', user: String(one.labels['user']?.label ?? '') },
  }))
  return [...said, ...events, ...cameBy({ ...lead, labels })]
}

/** An import writes no line of the audit log for each of its rows, and that of a partner's lead names no person. */
function cameBy(lead: Parameters<Timeline>[0]): (Happened & { event: LeadEvent })[] {
  const { created_at: at, import: imported, department } = lead
  if (!at) return []
  if (imported) return [{ event: 'imported', at, values: { import: nameOf('import', lead) } }]
  if (!department) return []
  return [{ event: 'received', at, values: { department: nameOf('department', lead) } }]
}

/** What a record points at, by its name where the reader may see that. */
const nameOf = <Name extends string>(
  name: Name,
  { labels, [name]: id }: { [One in Name]?: unknown } & Pick<Parameters<Timeline>[0], 'labels'>,
): string => String(labels?.[name]?.label ?? `#${String(id)}`)
