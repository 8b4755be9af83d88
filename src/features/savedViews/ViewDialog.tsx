import DialogContentText from '@mui/material/DialogContentText'

import type { Resource } from '#schema'

import { useT } from '../../browser/client/i18n/texts.ts'
import { NameView } from './NameView.tsx'
import type { Ask, SavedView } from './savedView.ts'
import { SendDialog } from './SendDialog.tsx'
import type { DialogProps } from './settings.ts'
import { ShareView } from './ShareView.tsx'
import { useViewActs } from './useViewActs.ts'
import english from '../../texts/savedViews.json'

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
  const t = useT(english)
  const { remove } = useViewActs(resource)
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
