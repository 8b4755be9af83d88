/** The value at a dot path like `data.leads[0].id` or `$.id`; undefined where there is none. */
export function readPath(document: unknown, path: string): unknown {
  let value = document
  for (const step of stepsOf(path)) {
    if (typeof value !== 'object' || value === null) return undefined
    if (Array.isArray(value)) value = value[Number(step)]
    else value = Object.hasOwn(value, step) ? new Map(Object.entries(value)).get(step) : undefined
  }
  return value
}

const stepsOf = (path: string): string[] =>
  path
    .trim()
    .replace(/^\$\.?/, '')
    .replace(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1')
    .split('.')
    .filter((step) => step !== '')

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
