import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import ListItemText from '@mui/material/ListItemText'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { HTMLAttributes, Key } from 'react'

import { Failed, useT } from '#browser'
import { SteadyAutocomplete } from '#browser/later'

import type { Faults, SendForm } from './sendForm.ts'
import type { Target, Targets } from './useTargets.browser.ts'
import english from '../../translations/en/console.json'

export interface PartProps {
  form: SendForm
  change(changes: Partial<SendForm>): void
  faults: Faults
}

/** Where to: a department of a broker with one of its integrations, or several departments in turn. */
export function TargetPart({ targets, ...props }: PartProps & { targets: Targets }) {
  const { form, change } = props
  const t = useT(english)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={form.way}
        aria-label={t('send.way')}
        onChange={(_event, way: SendForm['way'] | null) => way && change({ way })}
      >
        <ToggleButton value="one">{t('send.one')}</ToggleButton>
        <ToggleButton value="rotation">{t('send.rotation')}</ToggleButton>
      </ToggleButtonGroup>
      {targets.failure && (
        <Failed problem={targets.failure.problem} onRetry={targets.failure.retry} />
      )}
      {form.way === 'one' ? (
        <OneTarget {...props} targets={targets} />
      ) : (
        <Rotation {...props} targets={targets} />
      )}
    </Box>
  )
}

function OneTarget({ form, change, faults, targets }: PartProps & { targets: Targets }) {
  const t = useT(english)
  const integrations = targets.integrationsOf(form.department ?? undefined)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Choice
        name="broker"
        label={t('send.broker')}
        value={form.broker}
        options={targets.brokers}
        help={targets.isReady && targets.brokers.length === 0 ? t('send.no_broker') : undefined}
        onChange={(broker) => {
          const able = targets.departmentsOf(broker).filter(({ reason }) => !reason)
          const department = able.length === 1 && able[0] ? able[0].id : null
          change({ broker, department, integration: null })
        }}
      />
      <Choice
        name="department"
        label={t('send.department')}
        value={form.department}
        options={form.broker === null ? [] : targets.departmentsOf(form.broker)}
        onChange={(department) => change({ department, integration: null })}
        fault={faults['departments']}
      />
      {integrations.length > 1 && (
        <Choice
          name="integration"
          label={t('send.integration')}
          value={form.integration}
          options={integrations}
          onChange={(integration) => change({ integration })}
          help={t('send.integration_help')}
          fault={faults['integration']}
        />
      )}
    </Box>
  )
}

interface ChoiceProps {
  name: string
  label: string
  value: number | null
  options: readonly Target[]
  help?: string | undefined
  /** Why it is refused. */
  fault?: string | undefined
  onChange(id: number): void
}

/** Among many names one is found by typing a part of it. */
function Choice({ name, label, value, options, help, fault, onChange }: ChoiceProps) {
  return (
    <SteadyAutocomplete
      data-field={name}
      disableClearable
      autoHighlight
      {...optionsOf(options)}
      // Never undefined, which would leave the choice to the input itself.
      value={value as number}
      disabled={options.length === 0}
      onChange={(_event, id) => onChange(id)}
      renderInput={(params) => (
        <TextField {...params} label={label} error={Boolean(fault)} helperText={fault ?? help} />
      )}
    />
  )
}

/** What takes nothing now is shown with the reason, and cannot be chosen. */
function optionsOf(targets: readonly Target[]) {
  const byId = new Map(targets.map((one) => [one.id, one]))
  return {
    options: [...byId.keys()],
    getOptionLabel: (id: number) => byId.get(id)?.name ?? '',
    getOptionKey: (id: number) => id,
    getOptionDisabled: (id: number) => byId.get(id)?.reason !== undefined,
    renderOption: ({ key, ...props }: OptionProps, id: number) => (
      <Box component="li" key={key} {...props} sx={{ '&&&[aria-disabled=true]': { opacity: 1 } }}>
        <ListItemText
          primary={byId.get(id)?.name}
          secondary={byId.get(id)?.reason}
          slotProps={{ primary: { color: byId.get(id)?.reason ? 'text.secondary' : undefined } }}
        />
      </Box>
    ),
  }
}

type OptionProps = HTMLAttributes<HTMLLIElement> & { key: Key }

function Rotation({ form, change, faults, targets }: PartProps & { targets: Targets }) {
  const t = useT(english)
  return (
    <>
      <Autocomplete
        multiple
        disableCloseOnSelect
        {...optionsOf(targets.departmentsOf())}
        value={[...form.departments]}
        onChange={(_event, departments) => change({ departments })}
        renderInput={(params) => (
          <TextField
            {...params}
            label={t('send.departments')}
            error={'departments' in faults}
            helperText={faults['departments'] ?? t('send.rotation_help')}
          />
        )}
      />
      {form.departments.length > 1 && (
        <TextField
          type="number"
          label={t('send.max_departments')}
          value={form.max_departments}
          onChange={({ target }) => change({ max_departments: target.value })}
          error={'max_departments' in faults}
          helperText={faults['max_departments']}
          slotProps={{ htmlInput: { min: 1, max: 20 } }}
        />
      )}
    </>
  )
}
