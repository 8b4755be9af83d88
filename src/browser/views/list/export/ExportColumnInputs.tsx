import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'

import { useT } from '../../../client/i18n/texts.ts'
import { KeepAs } from '../../KeepAs.tsx'
import type { ExportColumns, Which } from './useChosenColumns.ts'
import english from '../../../../texts/en/lists.json'

interface InputsProps {
  columns: ExportColumns
  /** What a column is called. */
  nameOf(name: string): string
}

/** Asks which columns a file has, and keeps what was picked under a name. */
export function ExportColumnInputs({ columns, nameOf }: InputsProps) {
  const t = useT(english)
  const { all, shown, sets, which, setWhich, forget } = columns
  return (
    <>
      <RadioGroup
        aria-label={t('columns')}
        value={which}
        onChange={(_event, value) => setWhich(value as Which)}
      >
        <FormControlLabel value="shown" control={<Radio />} label={t('export_shown')} />
        {all.length > shown.length && (
          <FormControlLabel value="all" control={<Radio />} label={t('export_all')} />
        )}
        {Object.keys(sets).map((name) => (
          <Box key={name} sx={{ display: 'flex', justifyContent: 'space-between' }}>
            <FormControlLabel value={`set:${name}`} control={<Radio />} label={name} />
            <IconButton aria-label={t('export_forget', { name })} onClick={() => forget(name)}>
              <DeleteOutlined />
            </IconButton>
          </Box>
        ))}
        <FormControlLabel value="picked" control={<Radio />} label={t('export_picked')} />
      </RadioGroup>
      {which === 'picked' && <PickedColumns {...{ columns, nameOf }} />}
    </>
  )
}

function PickedColumns({ columns, nameOf }: InputsProps) {
  const t = useT(english)
  const { all, picked, setPicked, mayKeep } = columns
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, mt: 1 }}>
      <Autocomplete
        multiple
        disableCloseOnSelect
        size="small"
        options={all}
        value={[...picked]}
        getOptionLabel={nameOf}
        onChange={(_event, chosen) => setPicked(chosen)}
        renderInput={(params) => <TextField {...params} label={t('columns')} margin="none" />}
      />
      {mayKeep && picked.length > 0 && <KeepSet onKeep={columns.keep} />}
    </Box>
  )
}

/** Most characters of the name of a set. */
const maxName = 60

function KeepSet({ onKeep }: { onKeep(name: string): void }) {
  const t = useT(english)
  const keep = (name: string) => {
    onKeep(name)
    return true
  }
  return (
    <KeepAs label={t('export_set_name')} button={t('export_keep')} max={maxName} onKeep={keep} />
  )
}
