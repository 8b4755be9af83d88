import type { Body } from './body.server.ts'
import type { Mapped } from './mapLead.server.ts'
import { nest } from './nested.ts'

interface Shape {
  /** Where the list of leads stands; without one, the list is the body. */
  readonly place: string | null
  /** What stands once beside the list. */
  readonly beside: readonly Mapped[]
}

/** The body of a call that offers several leads: a list with an object for each (product.md 7.1). */
export function batchBodyOf(leads: readonly Mapped[][], { place, beside }: Shape): Body {
  const type = 'application/json'
  if (!place) return { type, text: JSON.stringify(leads.map((lead) => nest(lead))) }
  const list = leads.map((lead) => nest(lead.flatMap((one) => withinList(one, place))))
  const around = (leads[0] ?? []).filter(([target]) => !isWithinList(target, place))
  return { type, text: JSON.stringify(nest([...around, [place, list], ...beside])) }
}

/** Whether a name at the broker is one of a lead in the list: `leads[].email` of `leads`. */
export const isWithinList = (target: string, place: string): boolean =>
  target.startsWith(`${place}[].`)

const withinList = ([target, value]: Mapped, place: string): Mapped[] =>
  isWithinList(target, place) ? [[target.slice(place.length + 3), value]] : []
