import { ownValue } from '#schema'

import { memoizeText } from '../memoizeText.ts'

/** The value at a dot path like `data.leads[0].id` or `$.id`; undefined where there is none. */
export function readPath(document: unknown, path: string): unknown {
  let value = document
  for (const step of stepsOf(path)) {
    if (typeof value !== 'object' || value === null) return undefined
    if (Array.isArray(value)) value = value[Number(step)]
    else value = ownValue(Object(value), step)
  }
  return value
}

const stepsOf = memoizeText((path): readonly string[] =>
  path
    .trim()
    .replace(/^\$\.?/, '')
    .replace(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1')
    .split('.')
    .filter((step) => step !== ''),
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
