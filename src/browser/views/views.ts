import { useMemo, type ComponentType } from 'react'

import type { RecordOf, Resource } from '#schema'

import { useFeatures, type Parts } from './slots.ts'

/** Screens and field displays that replace, or add to, the ones derived from a declaration. */
export interface Views<R extends Resource> extends Parts<RecordOf<R>> {
  list?: ComponentType
  show?: ComponentType
  create?: ComponentType
  edit?: ComponentType
  /** Cells and show values, by field; `full` where there is room for the whole value. */
  fields?: { [Name in keyof RecordOf<R>]?: ComponentType<{ record: RecordOf<R>; full?: boolean }> }
  /** Inputs of the forms, by field; each has a line for itself. A new record is undefined. */
  inputs?: {
    [Name in keyof RecordOf<R>]?: ComponentType<{ source: string; record?: RecordOf<R> }>
  }
  /** Those of `inputs` that share their line with others. */
  narrow?: readonly (keyof RecordOf<R>)[]
  /** A hook: the fields of a record that this user cannot change, each with the reason. */
  useFixed?: (record: RecordOf<R>) => { readonly [Name in keyof RecordOf<R>]?: string }
  /** A hook: what the form of a new record shows first beyond the declared defaults; undefined while it is asked for. */
  useDefaults?: () => Partial<RecordOf<R>> | undefined
}

/** Views by resource name, for the resources that have any. */
export type ViewsByResource<List extends readonly Resource[]> = {
  [R in List[number] as R['name']]?: Views<R>
}

/** What hangs in one place of a resource: first what its own views put there, then the features in their order. */
export function useParts<Place extends keyof Parts>(
  place: Place,
  resource: Resource,
  views?: Views<Resource>,
): readonly NonNullable<Parts[Place]>[] {
  const features = useFeatures()
  return useMemo(() => {
    const ofFeatures = features.flatMap(({ parts, partsOf }) => [parts, partsOf?.[resource.name]])
    // The records of a view are those of its resource.
    return [views as Parts | undefined, ...ofFeatures].flatMap((parts) => parts?.[place] ?? [])
  }, [features, place, resource, views])
}
