import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'

import type { Resource } from '#schema'

import { useUser } from '../../client/session/user.ts'
import type { NamedField } from '../../client/records/permitted.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { SteadyAutocomplete } from '../../ui/fields/SteadyAutocomplete.tsx'
import type { OperatorName, Rule } from './groups.ts'
import { editorOf, operatorsFor, operatorWord } from './operators.ts'
import { RuleValue } from './RuleValue.tsx'
import english from '../../../texts/en/lists.json'

interface RowProps {
  resource: Resource
  fields: readonly NamedField[]
  rule: Rule
  /** Its place in the group, from 1. */
  number: number
  /** Just added: the focus goes there. */
  isNew: boolean
  onChange(rule: Rule): void
  onRemove(): void
}

/** One condition: a field, how it is compared, and with what. */
export function RuleRow({ resource, fields, rule, number, isNew, onChange, onRemove }: RowProps) {
  const t = useT(english)
  const user = useUser()
  const target = fields.find(({ name }) => name === rule.field)
  const chooseField = (field: NamedField) => {
    const offered = operatorsFor(resource, user, field)
    const operator = offered.includes(rule.operator) ? rule.operator : (offered[0] ?? 'is')
    onChange({ ...rule, field: field.name, operator, values: [] })
  }
  return (
    <Box role="group" aria-label={t('condition_at', { number })} sx={row}>
      <FieldSelect {...{ resource, fields, target, isNew }} onChange={chooseField} />
      {target && (
        <>
          <OperatorSelect
            {...{ resource, target, rule }}
            onChange={(operator) =>
              onChange({ ...rule, operator, ...carriedValues(target, rule, operator) })
            }
          />
          <Box sx={{ gridArea: 'value', minWidth: 0 }}>
            <RuleValue
              key={`${rule.field} ${rule.operator}`}
              {...{ resource, target, rule }}
              onChange={(values) => onChange({ ...rule, values })}
            />
          </Box>
        </>
      )}
      <IconButton
        sx={{ gridArea: 'remove', width: 44, height: 44, alignSelf: 'start' }}
        aria-label={t('remove_condition', { number })}
        onClick={onRemove}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}

interface FieldProps extends Pick<RowProps, 'resource' | 'fields' | 'isNew'> {
  target: NamedField | undefined
  onChange(field: NamedField): void
}

function FieldSelect({ resource, fields, target, isNew, onChange }: FieldProps) {
  const t = useT(english)
  const names = useNames(resource)
  return (
    <SteadyAutocomplete
      disableClearable
      size="small"
      sx={{ gridArea: 'field' }}
      // By their names: another object would be another value, for which what is typed is forgotten.
      options={fields.map(({ name }) => name)}
      value={target?.name}
      getOptionLabel={(name) => names.field(name)}
      onChange={(_event, chosen) => {
        const field = fields.find(({ name }) => name === chosen)
        if (field) onChange(field)
      }}
      renderInput={(params) => (
        <TextField {...params} margin="none" label={t('field')} autoFocus={isNew} />
      )}
    />
  )
}

/** The values that another operator can keep. */
function carriedValues(target: NamedField, rule: Rule, operator: OperatorName): Partial<Rule> {
  const isSame = editorOf(target, operator) === editorOf(target, rule.operator)
  const isStretch = operator === 'period' || rule.operator === 'period'
  return isSame && !isStretch ? {} : { values: [] }
}

interface OperatorProps {
  resource: Resource
  target: NamedField
  rule: Rule
  onChange(operator: OperatorName): void
}

function OperatorSelect({ resource, target, rule, onChange }: OperatorProps) {
  const t = useT(english)
  const offered = operatorsFor(resource, useUser(), target)
  return (
    <Select
      sx={{ gridArea: 'operator' }}
      label={t('comparison')}
      value={offered.includes(rule.operator) ? rule.operator : ''}
      options={offered.map((one) => [one, operatorWord(t, one, editorOf(target, one))])}
      onChange={onChange}
    />
  )
}

const row = {
  display: 'grid',
  alignItems: 'start',
  gap: 1,
  gridTemplateAreas: {
    xs: '"field remove" "operator operator" "value value"',
    md: '"field operator value remove"',
  },
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr) 44px',
    md: 'minmax(9rem, 16rem) minmax(8rem, 11rem) minmax(12rem, 1fr) 44px',
  },
}
