import { memo, type ComponentType } from 'react'

import { kindNames, type Field, type FieldOf, type KindName } from '#schema'

import { isKeyOf } from '../browser/client/records/filterValues.ts'
import type { FilterProps } from '../browser/ui/fields/filter.ts'
import * as kinds from './index.controls.browser.ts'
import type { ControlsKind } from './kind.controls.browser.ts'

/** Every kind; one that is missing does not compile. */
export type ControlsKinds = { readonly [Name in KindName]: ControlsKind<FieldOf<Name>> }

const byName: ControlsKinds = kinds

export const controlsOf = ({ kind }: Field): ControlsKind =>
  byName[kind as KindName] as ControlsKind

const memoized = new Map(
  kindNames.map((name) => {
    const { Filter } = byName[name] as ControlsKind
    return [name as string, Filter && memo(Filter, isSameFilter)]
  }),
)

/** The control of a field, which is drawn again only when what its own field is set to changes. Null where there is none. */
export const filterOf = ({ kind }: Field): ComponentType<FilterProps> | null =>
  memoized.get(kind) ?? null

function isSameFilter(one: FilterProps, next: FilterProps): boolean {
  const keys = ['field', 'name', 'label', 'isMasked', 'set'] as const
  const operands = ({ name, values }: FilterProps) =>
    JSON.stringify(Object.entries(values).filter(([key]) => isKeyOf(name, key)))
  return keys.every((key) => one[key] === next[key]) && operands(one) === operands(next)
}
