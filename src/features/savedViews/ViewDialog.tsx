import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'

import { useT } from '../../browser/client/i18n/texts.ts'
import { type Ask, type SavedView, type DialogProps, settingsOf } from './savedView.ts'
import { useViewActs, type Audience } from './useViewActs.ts'
import english from '../../texts/savedViews.json'
import { useUser } from '../../browser/client/session/session.ts'
import { useProvider } from '../../browser/client/records/provider.ts'
import { ProblemAlert } from '../../browser/views/forms/FormErrors.tsx'
import { problemOf, type Problem } from '../../browser/client/http/problem.ts'
import { SteadyButton } from '../../browser/ui/SteadyButton.tsx'

/** Asks for what an act on a view needs: its name, with whom it is shared, or whether it is meant. */
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

interface OneViewProps extends Omit<DialogProps, 'looks'> {
  view: SavedView
}

function DeleteView({ resource, view, onClose }: OneViewProps) {
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

/** Gives a view its name: a new one made of the list as it stands, or one that is there. */
function NameView({ resource, view, looks, onClose }: DialogProps) {
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

/** Chooses who sees a view. Whoever may not share can still take a shared one back. */
function ShareView({ resource, view, onClose }: OneViewProps) {
  const t = useT(english)
  const mayShare = useUser().permissions.has('views.share')
  const { share } = useViewActs(resource)
  const [audience, setAudience] = useState<Audience>(view)
  const { visibility, role } = audience
  const labels = { private: t('only_me'), role: t('one_role'), all: t('everybody') }
  return (
    <SendDialog
      title={t('view_share_title', { name: view.name })}
      action={t('save')}
      onSend={() => share(view, { visibility, role: visibility === 'role' ? role : null })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <RadioGroup
            aria-label={t('view_audience')}
            value={visibility}
            onChange={(_event, value) =>
              setAudience({ ...audience, visibility: value as Audience['visibility'] })
            }
          >
            {(['private', 'role', 'all'] as const).map((one) => (
              <FormControlLabel
                key={one}
                value={one}
                control={<Radio autoFocus={one === visibility} />}
                label={labels[one]}
                disabled={one !== 'private' && !mayShare}
              />
            ))}
          </RadioGroup>
          {visibility === 'role' && mayShare && (
            <RoleSelect
              role={role}
              error={errors['role']}
              onChange={(id) => setAudience({ visibility, role: id })}
            />
          )}
          <FormHelperText>{t('view_share_hint')}</FormHelperText>
        </>
      )}
    </SendDialog>
  )
}

interface RoleProps {
  role: number | null
  error: string | undefined
  onChange(id: number): void
}

function RoleSelect({ role, error, onChange }: RoleProps) {
  const t = useT(english)
  const provider = useProvider()
  const { data } = useQuery({
    queryKey: ['saved_views', 'roles'],
    queryFn: () => provider.call<{ id: number; name: string }[]>('GET', '/profile/view/roles'),
  })
  const roles = data?.data ?? []
  return (
    <TextField
      select
      label={t('role')}
      value={roles.some(({ id }) => id === role) ? role : ''}
      error={error !== undefined}
      helperText={error}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {roles.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}

interface FrameProps {
  title: string
  /** What the button says that sends it. */
  action: string
  isDangerous?: boolean
  /** Rejects with the server's refusal. */
  onSend(): Promise<void>
  onClose(): void
  /** The fields; what is wrong with each comes back to them. */
  children(errors: Problem['errors']): ReactNode
}

/** A dialog that sends one thing, stays while the server refuses it, and goes when it is done. */
function SendDialog({ title, action, isDangerous, onSend, onClose, children }: FrameProps) {
  const t = useT()
  const [problem, setProblem] = useState<Problem>()
  const [isSending, setSending] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    try {
      await onSend()
      onClose()
    } catch (error) {
      setProblem(problemOf(error))
      setSending(false)
    }
  }
  const errors = problem?.errors ?? {}
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="view-title">
      <form onSubmit={(event) => void send(event)} noValidate>
        <DialogTitle id="view-title">{title}</DialogTitle>
        <DialogContent>
          {problem && Object.keys(errors).length === 0 && <ProblemAlert problem={problem} />}
          {children(errors)}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <SteadyButton
            type="submit"
            variant="contained"
            color={isDangerous ? 'error' : 'primary'}
            isOff={isSending}
          >
            {action}
          </SteadyButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
