import { fieldOf, isMasked, kindOf, type Field } from '#schema'

import type { ActRequest, Done } from './action.ts'

/** What an act has done, as far as it may be said again later: nothing that is shown masked or never. */
export function doneOf(
  { resource, act, target }: Pick<ActRequest, 'resource' | 'act' | 'target'>,
  values: Readonly<Record<string, unknown>>,
): Done {
  const fieldNamed = (name: string): Field | undefined =>
    resource.actions?.[act.name]?.input?.[name] ?? fieldOf(resource, name)
  const isOpen = (name: string) => {
    const field = fieldNamed(name)
    return field !== undefined && !kindOf(field).writeOnly && !isMasked(field)
  }
  return {
    resource: resource.name,
    act: act.name,
    ...('count' in target && { count: target.count }),
    fields: Object.keys(values),
    values: Object.fromEntries(Object.entries(values).filter(([name]) => isOpen(name))),
  }
}
