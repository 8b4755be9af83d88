import TextField from '@mui/material/TextField'
import { useState } from 'react'

import { useT } from '../../browser/client/i18n/texts.ts'
import { SendDialog } from './SendDialog.tsx'
import { settingsOf, type DialogProps } from './settings.ts'
import { useViewActs } from './useViewActs.ts'
import english from '../../texts/savedViews.json'

/** Gives a view its name: a new one made of the list as it stands, or one that is there. */
export function NameView({ resource, view, looks, onClose }: DialogProps) {
  const t = useT(english)
  const { change, saveAs } = useViewActs(resource)
  const [name, setName] = useState(view?.name ?? '')
  return (
    <SendDialog
      title={view ? t('view_rename_title') : t('view_new')}
      action={t('save')}
      onSend={() => (view ? change(view, { name }) : saveAs(name, settingsOf(looks)))}
      onClose={onClose}
    >
      {({ name: error = '', settings }) => (
        <TextField
          autoFocus
          required
          label={t('view_name')}
          value={name}
          error={Boolean(error || settings)}
          helperText={
            error ||
            (settings &&
              t('view_not_saved', {
                reason: settings,
              })) ||
            (!view && t('view_keeps'))
          }
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
      )}
    </SendDialog>
  )
}
