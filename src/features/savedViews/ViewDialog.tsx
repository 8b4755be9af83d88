import DialogContentText from '@mui/material/DialogContentText'

import type { Resource } from '#schema'

import { useText } from '../../browser/client/i18n/texts.ts'
import { NameView } from './NameView.tsx'
import type { Ask, SavedView } from './savedView.ts'
import { SendDialog } from './SendDialog.tsx'
import type { DialogProps } from './settings.ts'
import { ShareView } from './ShareView.tsx'
import { useViewActs } from './useViewActs.ts'

/** Asks for what an act on a view needs: its name, with whom it is shared, or whether it is meant. */
export function ViewDialog({ ask, ...props }: DialogProps & { ask: Ask }) {
  const { view, onClose } = props
  if (ask === 'save') return <NameView {...props} view={undefined} />
  if (!view) return null
  if (ask === 'rename') return <NameView {...props} view={view} />
  if (ask === 'share') return <ShareView resource={props.resource} {...{ view, onClose }} />
  return <DeleteView resource={props.resource} {...{ view, onClose }} />
}

interface DeleteProps {
  resource: Resource
  view: SavedView
  onClose(): void
}

function DeleteView({ resource, view, onClose }: DeleteProps) {
  const say = useText()
  const { remove } = useViewActs(resource)
  return (
    <SendDialog
      title={say('view_delete_title', 'Delete the view “%{name}”?', { name: view.name })}
      action={say('delete', 'Delete')}
      isDangerous
      onSend={() => remove(view)}
      onClose={onClose}
    >
      {() => (
        <DialogContentText>
          {view.visibility === 'private'
            ? say('view_delete_own', 'The records stay as they are.')
            : say(
                'view_delete_shared',
                'It goes for everybody it is shared with. The records stay.',
              )}
        </DialogContentText>
      )}
    </SendDialog>
  )
}
