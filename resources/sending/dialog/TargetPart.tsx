import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'

import { useT } from '#browser'

import type { SendForm } from './sendForm.ts'
import type { Targets } from './useTargets.browser.ts'
import english from '../../translations/en/console.json'

export interface PartProps {
  form: SendForm
  change(changes: Partial<SendForm>): void
}

/** Where to: a department of a broker with one of its integrations, or several departments in turn. */
export function TargetPart({ form, change, targets }: PartProps & { targets: Targets }) {
  const t = useT(english)
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={form.way}
        aria-label={t('send.way')}
        onChange={(_event, way: SendForm['way'] | null) =>
          way && change({ way, departments: [], integration: null })
        }
      >
        <ToggleButton value="one">{t('send.one')}</ToggleButton>
        <ToggleButton value="rotation">{t('send.rotation')}</ToggleButton>
      </ToggleButtonGroup>
      {form.way === 'one' ? (
        <OneTarget {...{ form, change, targets }} />
      ) : (
        <Rotation {...{ form, change, targets }} />
      )}
    </Box>
  )
}

function OneTarget({ form, change, targets }: PartProps & { targets: Targets }) {
  const t = useT(english)
  const departments = targets.departments.filter((one) => one.broker_id.id === form.broker)
  const integrations = targets.integrationsOf(form.departments[0])
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
      <Choice
        label={t('send.broker')}
        value={form.broker}
        options={targets.brokers.map(({ id, name }) => [id, name])}
        onChange={(broker) => {
          const own = targets.departments.filter((one) => one.broker_id.id === broker)
          const departments = own.length === 1 && own[0] ? [own[0].id] : []
          change({ broker, departments, integration: null })
        }}
      />
      <Choice
        label={t('send.department')}
        value={form.departments[0] ?? null}
        options={departments.map(({ id, branch_name }) => [id, branch_name])}
        onChange={(id) => change({ departments: [id], integration: null })}
      />
      {integrations.length > 1 && (
        <Choice
          label={t('send.integration')}
          value={form.integration}
          options={integrations.map(({ id, name }) => [id, name])}
          onChange={(integration) => change({ integration })}
          help={t('send.integration_help')}
        />
      )}
    </Box>
  )
}

interface ChoiceProps {
  label: string
  value: number | null
  options: readonly (readonly [id: number, name: string])[]
  help?: string
  onChange(id: number): void
}

/** Among many names one is found by typing a part of it. */
function Choice({ label, value, options, help, onChange }: ChoiceProps) {
  const names = new Map(options)
  return (
    <Autocomplete
      disableClearable
      autoHighlight
      options={[...names.keys()]}
      // Never undefined, which would leave the choice to the input itself.
      value={value as number}
      disabled={options.length === 0}
      getOptionLabel={(id) => names.get(id) ?? ''}
      getOptionKey={(id) => id}
      onChange={(_event, id) => onChange(id)}
      renderInput={(params) => <TextField {...params} label={label} helperText={help} />}
    />
  )
}

function Rotation({ form, change, targets }: PartProps & { targets: Targets }) {
  const t = useT(english)
  const ids = targets.departments.map(({ id }) => id)
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={ids}
      value={[...form.departments]}
      getOptionLabel={(id) => targets.nameOf([id])}
      onChange={(_event, departments) => change({ departments })}
      renderInput={(params) => (
        <TextField {...params} label={t('send.departments')} helperText={t('send.rotation_help')} />
      )}
    />
  )
}
