import LockOutlinedIcon from '@mui/icons-material/LockOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useParams } from 'react-router-dom'

import { useT, useUser } from '#browser'
import { useLoaded } from '#browser/later'

import { ChangeSummary } from './ChangeSummary.tsx'
import { changesOf, type PermissionGroup } from './permissionGroups.ts'
import { MatrixGroup } from './MatrixGroup.tsx'
import { useChosen, usePermissionGroups, useShown, type Shown } from './useMatrix.browser.ts'
import english from '../../../texts/en/permissions.json'
import { MatrixTools } from './MatrixTools.tsx'
import { StartFrom } from './StartFrom.tsx'

/** The permissions of a role, by area. Users give and take only what they hold. */
export function PermissionMatrix({ source }: { source: string }) {
  const { data, pending } = useLoaded(usePermissionGroups())
  return pending || (data && <Matrix source={source} groups={data} />)
}

interface MatrixProps {
  source: string
  groups: readonly PermissionGroup[]
}

function Matrix({ source, groups }: MatrixProps) {
  const t = useT(english)
  const [titleId, lockedId, problemId] = [useId(), useId(), useId()]
  const chosen = useChosen(source)
  const shown = useShown(groups, chosen.ids)
  const { permissions: held } = useUser()
  const all = groups.flatMap(({ permissions }) => permissions)
  const names = new Map(all.map(({ id, name }) => [id, name]))
  const count = all.filter(({ id }) => chosen.ids.has(id)).length
  const hasLocked = all.some(({ name }) => !held.has(name))
  const isNew = useParams().id === undefined
  return (
    <Box
      role="group"
      aria-labelledby={titleId}
      aria-describedby={chosen.problem && problemId}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
        <Typography id={titleId} component="div" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {t('permissions')}
        </Typography>
        <Typography component="span" variant="body2" color="text.secondary">
          {t('count_chosen', { chosen: count, all: all.length })}
        </Typography>
      </Box>
      {chosen.problem && (
        // The form's summary is the alert.
        <Alert severity="error" role="note" id={problemId}>
          {chosen.problem}
        </Alert>
      )}
      {isNew && <StartFrom {...{ all, chosen }} />}
      <MatrixTools shown={shown} />
      {hasLocked && (
        <Box sx={{ display: 'flex', gap: 1, color: 'text.secondary', fontSize: '0.8125rem' }}>
          <LockOutlinedIcon sx={{ fontSize: 16, mt: 0.25 }} />
          <span id={lockedId}>{t('permission_locked')}</span>
        </Box>
      )}
      <Found shown={shown} />
      {shown.groups.length > 0 && (
        <Box sx={frame}>
          {shown.groups.map((group) => (
            <MatrixGroup
              key={group.title}
              {...{ group, chosen, lockedId }}
              onToggle={() => shown.toggle(group.title)}
            />
          ))}
        </Box>
      )}
      <ChangeSummary
        changes={changesOf(chosen.stored, chosen.ids)}
        nameOf={(id) => names.get(id) ?? `#${id}`}
        onUndo={chosen.undo}
      />
    </Box>
  )
}

/** How much of the matrix is seen: what the checkbox of an area then takes. */
function Found({ shown }: { shown: Shown }) {
  const t = useT(english)
  const count = shown.groups.reduce((sum, group) => sum + group.shown.length, 0)
  const found = count > 0 ? t('count_found', { count }) : t('no_permission_found')
  return (
    <Typography
      role="status"
      variant="body2"
      sx={{ color: 'text.secondary', '&:empty': { position: 'absolute' } }}
    >
      {shown.isFiltered && found}
    </Typography>
  )
}

const frame = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'clip',
  // What the keyboard reaches must not lie under the tools above or the summary and buttons below.
  '& input, & button': { scrollMarginBlock: '120px 240px' },
}
