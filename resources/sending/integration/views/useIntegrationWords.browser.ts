import { useMemo } from 'react'
import { useTranslate } from 'react-admin'

import { useResources } from '#browser'
import { fieldOf, kindOf, sentence, type Field, type Resource } from '#schema'

import { integration, type Integration } from '../integration.ts'

type Row = Readonly<Record<string, unknown>>

/** Returns how places, rules and values of an integration are told, in the user's language. */
export function useIntegrationWords() {
  const resources = useResources()
  const translate = useTranslate()
  const [yes, no] = [translate('ra.boolean.true'), translate('ra.boolean.false')]
  return useMemo(() => {
    const localized = resources.find(({ name }) => name === integration.name) ?? integration
    return integrationWords(localized, { yes, no })
  }, [resources, yes, no])
}

function integrationWords(localized: Resource, { yes, no }: { yes: string; no: string }) {
  const field = (name: string) => fieldOf(localized, name)
  const cells = (name: string): Readonly<Record<string, Field>> => {
    const found = field(name)
    return (found && kindOf(found).cells?.(found)) ?? {}
  }

  /** A place of the form: `mapping.3.value` is "Mapping 4, Value". */
  function place(at: string): string {
    const [name = '', row, cell] = at.split('.')
    const label = labelOf(name, field(name))
    if (row === undefined || cell === undefined) return label
    return `${label} ${Number(row) + 1}, ${labelOf(cell, cells(name)[cell])}`
  }

  /** A row of a rule as a sentence. */
  function rule(row: Integration['rules'][number]): string {
    const { look_at, test, outcome } = cells('rules')
    const parts = [
      row.and ? '+' : '',
      choiceOf(look_at, row.look_at),
      row.path ?? '',
      choiceOf(test, row.test).toLowerCase(),
      row.value ? `“${row.value}”` : '',
      row.outcome ? `→ ${choiceOf(outcome, row.outcome)}` : '',
    ]
    return parts.filter(Boolean).join(' ')
  }

  /** A value on lines: each row of a list on one. */
  function lines(name: string, value: unknown): string {
    if (!Array.isArray(value)) return valueOf(field(name), value)
    return value.map((one) => (isRow(one) ? rowOf(name, one) : String(one))).join('\n')
  }

  /** A rule as a sentence; of any other row what is filled in. */
  function rowOf(name: string, row: Row): string {
    if ('look_at' in row) return rule(row as unknown as Integration['rules'][number])
    return Object.entries(cells(name))
      .filter(([cell]) => !isEmpty(row[cell]))
      .map(([cell, one]) => {
        const label = labelOf(cell, one)
        return row[cell] === true ? label : `${label}: ${valueOf(one, row[cell])}`
      })
      .join(', ')
  }

  function valueOf(one: Field | undefined, value: unknown): string {
    if (typeof value === 'boolean') return value ? yes : no
    return isEmpty(value) ? '—' : choiceOf(one, String(value))
  }

  return { place, rule, lines }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || value === false

const labelOf = (name: string, field: Field | undefined): string =>
  field?.options.label ?? sentence(name)

/** The words of a choice; any other value as it is. */
const choiceOf = (field: Field | undefined, value: string): string =>
  (field && kindOf(field).choices?.(field)[value]) ?? value
