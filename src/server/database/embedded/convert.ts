/** How the values of a column take another type. Not safe: some may be cut, rounded or refused. */
export interface Conversion {
  readonly using: string
  readonly isSafe: boolean
}

const numbers = /^(?:integer|bigint|numeric)/

/** `column` arrives quoted, the types as PostgreSQL prints them. */
export function conversion(column: string, from: string, to: string): Conversion {
  const safe = (using: string) => ({ using, isSafe: true })
  if (to === 'text') return safe(`${column}::text`)
  if (to === 'jsonb') return safe(`to_jsonb(${column})`)
  if (to === 'text[]' && from === 'text') {
    return safe(`case when ${column} is not null then array[${column}] end`)
  }
  if (to === 'timestamp with time zone' && from === 'date') {
    return safe(`${column}::timestamp at time zone 'UTC'`)
  }
  if (from === 'timestamp with time zone' && to === 'date') {
    return { using: `(${column} at time zone 'UTC')::date`, isSafe: false }
  }
  if (numbers.test(from) && numbers.test(to)) {
    return { using: `${column}::${to}`, isSafe: isWider(digitsOf(from), digitsOf(to)) }
  }
  return { using: `${column}::text::${to}`, isSafe: false }
}

interface Digits {
  readonly before: number
  readonly after: number
}

const wholeDigits: Readonly<Record<string, number>> = { integer: 10, bigint: 19 }

/** Digits before and after the decimal point. */
function digitsOf(type: string): Digits {
  const whole = wholeDigits[type]
  if (whole !== undefined) return { before: whole, after: 0 }
  const [, precision, scale] = /\((\d+),(\d+)\)/.exec(type) ?? []
  if (!precision) return { before: Infinity, after: Infinity }
  return { before: Number(precision) - Number(scale), after: Number(scale) }
}

const isWider = (from: Digits, to: Digits) => to.before >= from.before && to.after >= from.after
