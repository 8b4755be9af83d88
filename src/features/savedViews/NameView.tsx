import TextField from '@mui/material/TextField'
import { useState } from 'react'

import { useText } from '../../browser/client/i18n/texts.ts'
import { SendDialog } from './SendDialog.tsx'
import { settingsOf, type DialogProps } from './settings.ts'
import { useViewActs } from './useViewActs.ts'

/** Gives a view its name: a new one made of the list as it stands, or one that is there. */
export function NameView({ resource, view, looks, onClose }: DialogProps) {
  const say = useText()
  const { change, saveAs } = useViewActs(resource)
  const [name, setName] = useState(view?.name ?? '')
  return (
    <SendDialog
      title={view ? say('view_rename_title', 'Rename the view') : say('view_new', 'New view')}
      action={say('save', 'Save')}
      onSend={() => (view ? change(view, { name }) : saveAs(name, settingsOf(looks)))}
      onClose={onClose}
    >
      {({ name: error = '', settings }) => (
        <TextField
          autoFocus
          required
          label={say('view_name', 'Name')}
          value={name}
          error={Boolean(error || settings)}
          helperText={
            error ||
            (settings &&
              say('view_not_saved', '%{reason}. Take some values out of the filters.', {
                reason: settings,
              })) ||
            (!view &&
              say(
                'view_keeps',
                'Keeps the filters, the order, the columns, the density and the page size.',
              ))
          }
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
      )}
    </SendDialog>
  )
}
