import { fieldOf, sentence, type Field, type FieldOf } from '#schema'

import { integration } from '../integration.ts'

/** A place of the form in words: `mapping.3.value` is "Mapping 4, Value". */
export function placeText(place: string): string {
  const [name = '', at, cell] = place.split('.')
  const field = fieldOf(integration, name)
  const label = field ? labelOf(name, field) : name
  if (at === undefined || cell === undefined) return label
  const cells: Readonly<Record<string, Field>> = (field as FieldOf<'rows'> | undefined)?.cells ?? {}
  const own = cells[cell]
  return `${label} ${Number(at) + 1}, ${own ? labelOf(cell, own) : cell}`
}

const labelOf = (name: string, { options }: Field) => options.label ?? sentence(name)
