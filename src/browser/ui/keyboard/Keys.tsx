import Box from '@mui/material/Box'
import { Fragment } from 'react'

import { useT } from '../../client/i18n/texts.ts'

/** Keys as they stand on a keyboard: one after another with a word between, with Ctrl without. */
export function Keys({ keys, isTogether = false }: { keys: string; isTogether?: boolean }) {
  const t = useT()
  const names = keyNames(keys)
  const isSequence = keys.includes(' ') && !isTogether
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && isSequence && (
            <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
              {t('then')}
            </Box>
          )}
          <Box component="kbd" dir="ltr" sx={key}>
            {name}
          </Box>
        </Fragment>
      ))}
    </Box>
  )
}

const key = {
  minWidth: '1.5rem',
  px: 0.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.default',
  color: 'text.secondary',
  fontFamily: 'inherit',
  fontSize: '0.75rem',
  lineHeight: '1.375rem',
  textAlign: 'center',
}

export const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

const signs: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' }

/** `mod+k` → Ctrl, K; `g l` → g, l. */
export function keyNames(keys: string): string[] {
  if (keys.startsWith('mod+')) return [isMac() ? '⌘' : 'Ctrl', capital(keys.slice(4))]
  return keys.split(' ').map((one) => signs[one] ?? one)
}

const capital = (name: string) => (name.length === 1 ? name.toUpperCase() : name)
