import { ownValue } from '#schema'

import { memoizeText } from '../memoizeText.ts'

/** The value at a dot path like `data.leads[0].id`, `$.id` or `errors['lead.email']`; undefined where there is none. */
export function readPath(document: unknown, path: string): unknown {
  let value = document
  for (const step of stepsOf(path)) {
    if (typeof value !== 'object' || value === null) return undefined
    if (Array.isArray(value)) value = value[Number(step)]
    else value = ownValue(Object(value), step)
  }
  return value
}

/** Names parted by dots or in brackets; in quotes a name may hold dots itself. */
const step = /\[(['"])(.*?)\1\]|[^.[\]]+/g

const stepsOf = memoizeText((path): readonly string[] =>
  [...path.trim().replace(/^\$/, '').matchAll(step)].map(([whole, , quoted = whole]) => quoted),
)

/** What is nested too deeply to be written is no text. */
function written(value: object): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** A value as the text that rules compare and screens show; undefined where there is none. */
export function textOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  return typeof value === 'object' ? written(value) : String(value)
}
