import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'
import { useT } from '../../browser/client/i18n/texts.ts'
import { Select } from '../../browser/ui/fields/Select.tsx'
import { Failed } from '../../browser/ui/states/StatePanels.tsx'
import { problemOf } from '../../browser/client/http/problem.ts'
import { type OneViewProps } from './savedView.ts'
import { useViewActions, type Audience } from './useViewActions.ts'
import english from '../../texts/en/savedViews.json'
import { useUser } from '../../browser/client/session/user.ts'
import { useApiQuery } from '../../browser/client/records/useApiQuery.ts'
import { SendDialog } from './SendDialog.tsx'

/** Chooses who sees a view. Anyone who may not share can still take a shared one back. */
export function ShareView({ resource, view, onClose }: OneViewProps) {
  const t = useT(english)
  const mayShare = useUser().permissions.has('views.share')
  const { share } = useViewActions(resource)
  const [audience, setAudience] = useState<Audience>(view)
  const { visibility, role } = audience
  const labels = { private: t('only_me'), role: t('one_role'), all: t('everybody') }
  return (
    <SendDialog
      title={t('view_share_title', { name: view.name })}
      action={t('save')}
      isChanged={audience !== view}
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
  const {
    data,
    error: failure,
    refetch,
  } = useApiQuery<{ id: number; name: string }[]>({
    queryKey: ['saved_views', 'roles'],
    path: '/profile/view/roles',
  })
  if (failure) return <Failed problem={problemOf(failure)} onRetry={() => void refetch()} />
  const roles = data ?? []
  return (
    <Select
      margin="dense"
      label={t('role')}
      value={roles.find(({ id }) => id === role)?.id ?? ''}
      options={roles.map(({ id, name }) => [id, name])}
      error={error !== undefined}
      helperText={error}
      onChange={onChange}
    />
  )
}
