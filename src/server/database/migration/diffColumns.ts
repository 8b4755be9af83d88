import { alter, columnText, type Column, type Step, type Table } from './structure.ts'
import { quoted } from '../names.ts'

type Columns = Table['columns']

/** The statements that make one table's columns of another's. */
export function columnSteps(table: string, before: Columns, after: Columns): Step[] {
  const gone = Object.keys(before).filter((name) => !after[name])
  return [
    ...gone.map((name) => ({
      sql: alter(table, `drop column ${quoted(name)}`),
      risk: `drops the column ${table}.${name}`,
    })),
    ...Object.entries(after).flatMap(([name, column]) => {
      const known = before[name]
      return known ? change(table, name, known, column) : [add(table, name, column)]
    }),
  ]
}

function add(table: string, name: string, column: Column): Step {
  const sql = alter(table, `add column ${quoted(name)} ${columnText(column)}`)
  const fails = column.isRequired && !column.isIdentity && column.default === undefined
  return fails
    ? {
        sql,
        risk: `${table}.${name} is required and has no default: fails unless the table is empty`,
      }
    : { sql }
}

function change(table: string, name: string, before: Column, after: Column): Step[] {
  const column = quoted(name)
  const alterColumn = (text: string) => ({ sql: alter(table, `alter column ${column} ${text}`) })
  const isOther = before.type !== after.type
  const steps: Step[] = []
  if (isOther) {
    if (before.default !== undefined) steps.push(alterColumn('drop default'))
    steps.push(changeType(table, name, before.type, after.type))
  }
  if (after.default !== undefined && (isOther || before.default !== after.default)) {
    steps.push(alterColumn(`set default ${after.default}`))
  }
  if (after.default === undefined && !isOther && before.default !== undefined) {
    steps.push(alterColumn('drop default'))
  }
  if (before.isRequired && !after.isRequired) steps.push(alterColumn('drop not null'))
  if (!before.isRequired && after.isRequired) steps.push(...require(table, name, after))
  return steps
}

function changeType(table: string, name: string, from: string, to: string): Step {
  const { using, isSafe } = conversion(quoted(name), from, to)
  const sql = alter(table, `alter column ${quoted(name)} type ${to} using ${using}`)
  return isSafe
    ? { sql }
    : { sql, risk: `${table}.${name} from ${from} to ${to} may lose or refuse values` }
}

/** Empty values become the default; without one, the migration fails where it finds any. */
function require(table: string, name: string, { default: value }: Column): Step[] {
  const column = quoted(name)
  const sql = alter(table, `alter column ${column} set not null`)
  if (value === undefined) {
    return [
      {
        sql,
        risk: `${table}.${name} becomes required and has no default: fails where it is empty`,
      },
    ]
  }
  return [
    { sql: `update ${quoted(table)} set ${column} = ${value} where ${column} is null` },
    { sql },
  ]
}

/** How the values of a column take another type. Not safe: some may be cut, rounded or refused. */
interface Conversion {
  readonly using: string
  readonly isSafe: boolean
}

const numbers = /^(?:integer|bigint|numeric)/

/** `column` arrives quoted, the types as PostgreSQL prints them. */
function conversion(column: string, from: string, to: string): Conversion {
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
