import UploadFileIcon from '@mui/icons-material/UploadFile'
import Button from '@mui/material/Button'
import type { ChangeEvent } from 'react'
import { useNotify } from 'react-admin'
import { useFormContext } from 'react-hook-form'

import { useT } from '#browser'

import english from '../../../translations/en/console.json'
import { settingsIn } from '../settingsFile.ts'
import { typedValue } from './useTemplate.browser.ts'

/** Fills the form with the settings that another integration was saved as; they stay the person's to change. */
export function FillFromFile() {
  const t = useT(english)
  const notify = useNotify()
  const { setValue } = useFormContext()
  const fill = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    const settings = settingsIn(await file.text())
    if (!settings) return notify(t('integration.no_settings_file'), { type: 'error' })
    for (const [name, value] of Object.entries(settings)) {
      setValue(name, typedValue(value), { shouldDirty: true })
    }
    notify(t('integration.filled_from_file'))
  }
  return (
    <Button
      component="label"
      size="small"
      variant="outlined"
      startIcon={<UploadFileIcon />}
      sx={{ justifySelf: 'start' }}
    >
      {t('integration.fill_from_file')}
      <input
        type="file"
        accept=".json,application/json"
        onChange={(event) => void fill(event)}
        style={unseen}
      />
    </Button>
  )
}

/** Reached by the keyboard all the same. */
const unseen = { position: 'absolute', width: 1, height: 1, opacity: 0 } as const
