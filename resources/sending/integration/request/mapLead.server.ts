import { randomInt, randomUUID } from 'node:crypto'

import { leadLabel } from '../../../leads/lead/leadLabel.ts'
import { msg } from '../../../msg.server.ts'
import type { Integration } from '../integration.ts'
import {
  hiddenText,
  resolveText,
  resolveValue,
  secretName,
  type Sources,
} from './resolveValue.server.ts'
import { fillTemplate, variablesIn } from './template.ts'
import {
  effortOfCall,
  lookedUp,
  transformed,
  type Effort,
  type Value,
} from './transforms/valueTransforms.server.ts'

type MappingRow = Integration['mapping'][number]

export type Mapped = readonly [target: string, value: unknown]

export type Refusal = {
  readonly refused: 'Missing required field' | 'Invalid data' | 'Configuration error'
  readonly message: string
}

/** Values that are made once for a call: what is sent and what is kept of it must agree. */
export type Generated = Map<string, string>

/** What is sent under which name, in the order of the rows; or why it cannot be sent. */
export function mapLead(sources: Sources, generated: Generated): Mapped[] | Refusal {
  const mapped: Mapped[] = []
  const effort = { left: effortOfCall }
  for (const row of sources.integration.mapping) {
    const value = valueOf(row, sources, generated, effort)
    if (value === undefined) return { refused: 'Configuration error', message: placeOf(row) }
    const held = isEmpty(value) ? (row.default ?? '') : value
    if (!isEmpty(held)) {
      const typed = typedValue(held, row.type, sources.isRedacted)
      if (typed === undefined) return { refused: 'Invalid data', message: placeOf(row) }
      mapped.push([row.target, typed])
    } else if (row.required) return { refused: 'Missing required field', message: placeOf(row) }
    else if (row.when_empty !== 'omit') {
      mapped.push([row.target, row.when_empty === 'null' ? null : ''])
    }
  }
  return mapped
}

/** The name at the broker, and what of ours stands there. */
function placeOf({ kind, value, target }: MappingRow): string {
  const names = readBy(kind, value ?? '')
  if (names.length === 0) return target
  return msg('mapped_from', { target, fields: names.map(leadLabel).join(', ') })
}

/** The variables that a row reads. */
function readBy(kind: MappingRow['kind'], value: string): readonly string[] {
  if (kind === 'field') return [value]
  if (kind === 'lookup') return [lookupOf(value).name]
  return kind === 'template' ? variablesIn(value) : []
}

const isEmpty = (value: Value) => value.length === 0

function valueOf(
  row: MappingRow,
  sources: Sources,
  generated: Generated,
  effort: Effort,
): Value | undefined {
  const around = { lead: sources.lead, lookups: sources.integration.lookups, effort }
  if (sources.isRedacted && isSecret(row)) return hiddenText
  return transformed(rawValue(row, sources, generated), row.transforms, around)
}

const isSecret = ({ kind, value, target }: MappingRow) =>
  kind === 'generated' ? value === 'password' : kind === 'constant' && secretName.test(target)

function rawValue({ kind, value, target }: MappingRow, sources: Sources, generated: Generated) {
  const written = value ?? ''
  switch (kind) {
    case 'field':
      return resolveValue(written, sources)
    case 'template':
      return fillTemplate(written, (name) => resolveText(name, sources))
    case 'constant':
      return written
    case 'generated':
      return generate(written, target, sources, generated)
    case 'lookup': {
      const { table, name } = lookupOf(written)
      return lookedUp(resolveText(name, sources), table, sources.integration.lookups) ?? ''
    }
  }
}

/** `country` or `table: country`. */
function lookupOf(written: string) {
  const [table = '', name = table] = written.split(':').map((part) => part.trim())
  return { table, name }
}

function generate(what: string, target: string, { context }: Sources, generated: Generated) {
  if (what === 'key') return context.send.key
  const known = generated.get(target)
  if (known !== undefined) return known
  const made = what === 'uuid' ? randomUUID() : newPassword()
  generated.set(target, made)
  return made
}

const letters = 'abcdefghijkmnpqrstuvwxyz'
const signs = `${letters}${letters.toUpperCase()}23456789`
const drawn = (from: string) => from.charAt(randomInt(from.length))

/** Fourteen signs (product.md 10.5), with a small and a capital letter and a digit among them, as trading platforms want. */
const newPassword = () =>
  [letters.toUpperCase(), letters, '23456789', ...Array.from({ length: 11 }, () => signs)]
    .map(drawn)
    .join('')

/** The value as its type says; undefined for what is none of the type. */
function typedValue(value: Value, type: MappingRow['type'], isRedacted: boolean): unknown {
  if (typeof value !== 'string' || (isRedacted && value === hiddenText)) return value
  switch (type) {
    case 'string':
      return value
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(value.trim()) ? Number(value) : undefined
    case 'decimal':
      return /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(value.trim()) ? Number(value) : undefined
    case 'boolean':
      if (/^(?:true|1|yes)$/i.test(value)) return true
      return /^(?:false|0|no)$/i.test(value) ? false : undefined
    case 'date': {
      const [day = value] = /^\d{4}-\d{2}-\d{2}/.exec(value) ?? []
      return Number.isNaN(Date.parse(day)) ? undefined : day
    }
  }
}
