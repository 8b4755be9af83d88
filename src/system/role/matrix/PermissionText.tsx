import Box from '@mui/material/Box'

import type { Listed } from './permissionGroups.ts'

/** A permission's string, and what it means. */
export function PermissionText({ permission }: { permission: Listed }) {
  const { name, description } = permission
  return (
    <>
      <Code>{name}</Code>
      {description && (
        <Box
          component="span"
          sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}
        >
          {description}
        </Box>
      )}
    </>
  )
}

export function Code({ children }: { children: string }) {
  return (
    <Box
      component="code"
      sx={{ fontFamily: mono, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
    >
      {children}
    </Box>
  )
}

const mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'
