import DialogContentText from '@mui/material/DialogContentText'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useT } from '../../browser/client/i18n/texts.ts'
import { type Ask, type DialogProps, type OneViewProps, settingsOf } from './savedView.ts'
import { useViewActions } from './useViewActions.ts'
import english from '../../texts/en/savedViews.json'
import { SendDialog } from './SendDialog.tsx'
import { ShareView } from './ShareView.tsx'

/** Asks for what an action on a view needs: its name, with whom it is shared, or whether it is meant. */
export function ViewDialog({ ask, ...props }: DialogProps & { ask: Ask }) {
  const { view } = props
  if (ask === 'save') return <NameView {...props} view={undefined} />
  if (!view) return null
  if (ask === 'rename') return <NameView {...props} />
  return ask === 'share' ? (
    <ShareView {...props} view={view} />
  ) : (
    <DeleteView {...props} view={view} />
  )
}

function DeleteView({ resource, view, onClose }: OneViewProps) {
  const t = useT(english)
  const { remove } = useViewActions(resource)
  return (
    <SendDialog
      title={t('view_delete_title', { name: view.name })}
      action={t('delete')}
      isDangerous
      onSend={() => remove(view)}
      onClose={onClose}
    >
      {() => (
        <DialogContentText>
          {view.visibility === 'private' ? t('view_delete_own') : t('view_delete_shared')}
        </DialogContentText>
      )}
    </SendDialog>
  )
}

/** Gives a view its name: a new one made of the list as it stands, or one that is there. */
function NameView({ resource, view, shownList, onClose }: DialogProps) {
  const t = useT(english)
  const { change, saveAs } = useViewActions(resource)
  const [name, setName] = useState(view?.name ?? '')
  return (
    <SendDialog
      title={view ? t('view_rename_title') : t('view_new')}
      action={t('save')}
      isChanged={name !== (view?.name ?? '')}
      onSend={() => (view ? change(view, { name }) : saveAs(name, settingsOf(shownList)))}
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
            (settings && t('view_not_saved', { reason: settings })) ||
            (!view && t('view_keeps'))
          }
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
      )}
    </SendDialog>
  )
}
