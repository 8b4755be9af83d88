import Box from '@mui/material/Box'
import { createElement } from 'react'

import type { Resource } from '#schema'

import type { FilterValues } from '../../client/records/filterValues.ts'
import { filterOf } from '../../../kinds/kinds.filters.browser.ts'
import {
  EntriesField,
  readAddresses,
  readIds,
  readPhones,
} from '../../ui/fields/filters/EntriesFilter.tsx'
import { OperandField } from '../../ui/fields/filters/operandFilters.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { periodsOf } from '../../ui/fields/dates/periods.ts'
import type { NamedField } from '../../client/records/permitted.ts'
import { useT } from '../../client/i18n/texts.ts'
import type { Rule, Value } from './groups.ts'
import type { Editor } from '../../../kinds/kind.browser.ts'
import { editorOf } from './operators.ts'
import { useUsed } from './useUsed.ts'
import english from '../../../texts/en/lists.json'

interface ValueProps {
  resource: Resource
  target: NamedField
  rule: Rule
  onChange(values: readonly Value[]): void
}

/** What a field is compared with, given as its kind wants it. */
export function RuleValue(props: ValueProps) {
  const { target, rule } = props
  if (rule.operator === 'empty' || rule.operator === 'not_empty') return null
  if (rule.operator === 'period') return <PeriodValue {...props} />
  if (rule.operator === 'between') return <TwoValues {...props} />
  const editor = editorOf(target, rule.operator)
  if (isListed(editor)) return <ListValue {...props} editor={editor} />
  return inputTypes[editor] ? <OneValue {...props} /> : <ChosenValues {...props} />
}

const inputTypes: Partial<Record<Editor, 'text' | 'number' | 'date'>> = {
  text: 'text',
  number: 'number',
  day: 'date',
}

function PeriodValue({ target, rule, onChange }: ValueProps) {
  const t = useT(english)
  return (
    <Select
      label={t('period')}
      value={rule.values[0] ?? ''}
      options={periodsOf(target.field).map((one) => [one, t(`period.${one}`)])}
      onChange={(period) => onChange([period])}
    />
  )
}

function OneValue({ target, rule, onChange }: ValueProps) {
  const t = useT(english)
  return (
    <OperandField
      operand="value"
      label={t('value')}
      type={inputTypes[editorOf(target, rule.operator)] ?? 'text'}
      values={{ value: rule.values[0] }}
      set={({ value }) => onChange(value === undefined ? [] : [String(value)])}
    />
  )
}

function TwoValues({ target, rule, onChange }: ValueProps) {
  const t = useT(english)
  const [from = '', to = ''] = rule.values
  const values = { from, to }
  const common = {
    values,
    type: inputTypes[editorOf(target, rule.operator)] ?? 'text',
    set: (changes: FilterValues) => {
      const next = { ...values, ...changes }
      onChange([String(next.from ?? ''), String(next.to ?? '')])
    },
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
      <OperandField {...common} operand="from" label={t('value_from')} />
      <OperandField {...common} operand="to" label={t('value_to')} />
    </Box>
  )
}

const readers = { addresses: readAddresses, ids: readIds, phones: readPhones }

const isListed = (editor: Editor): editor is keyof typeof readers => Object.hasOwn(readers, editor)

function ListValue({ editor, rule, onChange }: ValueProps & { editor: keyof typeof readers }) {
  const t = useT(english)
  return (
    <EntriesField
      label={t('values')}
      text={rule.values.join('\n')}
      read={readers[editor]}
      onRead={({ entries }) => onChange(entries?.kept ?? [])}
    />
  )
}

/** The very control of the simple filters, with the values of the list that these filters leave. */
function ChosenValues({ resource, target, rule, onChange }: ValueProps) {
  const t = useT(english)
  const { used, near } = useUsed(resource, target.name, (key) => key === 'where')
  const control = filterOf(target.field)
  if (!control) return null
  const chosen = createElement(control, {
    field: target.field,
    name: 'value',
    label: t('value'),
    isMasked: false,
    isLone: true,
    ...(used && { used }),
    values: { value: rule.values.length > 0 ? rule.values : undefined },
    set: ({ value }) =>
      onChange(typeof value === 'object' ? value : value === undefined ? [] : [String(value)]),
  })
  return <div {...near}>{chosen}</div>
}
