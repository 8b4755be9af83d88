import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'

import { groupBy } from '#schema'

import { useT } from '../../browser/client/i18n/texts.ts'
import { Keys } from '../../browser/ui/keyboard/Keys.tsx'
import { shortcutGroups, type Shortcut } from '../../browser/ui/keyboard/shortcutRegistry.ts'
import { useSingleKeys } from './keys.ts'
import english from '../../texts/en/help.json'

interface OverlayProps {
  shortcuts: readonly Shortcut[]
  onClose(): void
}

/** What the keys do on this screen, for this user. */
export function Overlay({ shortcuts, onClose }: OverlayProps) {
  const t = useT(english)
  const titleId = useId()
  const isSmall = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.down('sm'), { noSsr: true })
  return (
    <Dialog
      open
      fullWidth
      onClose={onClose}
      maxWidth="md"
      fullScreen={isSmall}
      aria-labelledby={titleId}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', paddingInlineEnd: 1.5 }}>
        <DialogTitle id={titleId} sx={{ flex: 1 }}>
          {t('shortcuts')}
        </DialogTitle>
        <IconButton aria-label={t('close')} onClick={onClose} sx={{ p: 1.25 }}>
          <CloseIcon />
        </IconButton>
      </Box>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <SingleKeys />
        <Box sx={columns}>
          {shortcutGroups.map((group) => (
            <Group
              key={group}
              title={t(`shortcuts_${group}`)}
              shortcuts={shortcuts.filter((one) => one.group === group)}
            />
          ))}
        </Box>
      </DialogContent>
    </Dialog>
  )
}

/** Columns that fill up one after another: the groups are of very different heights. */
const columns = {
  columnWidth: 250,
  columnGap: '40px',
  '& section': { breakInside: 'avoid', marginBlockEnd: 3 },
}

function SingleKeys() {
  const t = useT(english)
  const helpId = useId()
  const [isOn, set] = useSingleKeys()
  return (
    <Box>
      <FormControlLabel
        control={
          <Switch
            checked={isOn}
            onChange={(_, checked) => set(checked)}
            slotProps={{ input: { 'aria-describedby': helpId } }}
          />
        }
        label={t('single_keys')}
      />
      <FormHelperText id={helpId} sx={{ mt: 0 }}>
        {t('single_keys_help')}
      </FormHelperText>
    </Box>
  )
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  const [isOn] = useSingleKeys()
  if (shortcuts.length === 0) return null
  return (
    <Box component="section">
      <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box component="dl" sx={{ display: 'grid', gap: 1, m: 0, fontSize: '0.875rem' }}>
        {merged(shortcuts).map(([label, keys]) => (
          <Box
            key={label}
            sx={{
              display: 'flex',
              alignItems: 'baseline',
              justifyContent: 'space-between',
              gap: 2,
              color: isOn || keys.some(isWithCtrl) ? 'text.primary' : 'text.secondary',
            }}
          >
            <dt>{label}</dt>
            <Box component="dd" sx={{ display: 'flex', gap: 1, m: 0 }}>
              {keys.map((one) => (
                <Keys key={one} keys={one} />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const isWithCtrl = (keys: string) => keys.startsWith('mod+')

/** What several keys do is said once. */
const merged = (shortcuts: readonly Shortcut[]): [label: string, keys: string[]][] =>
  [...groupBy(shortcuts, ({ label }) => label)].map(([label, own]) => [
    label,
    own.map(({ keys }) => keys),
  ])
