import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface MessageProps {
  title: string
  text: string
  /** What can be done about it. */
  children?: ReactNode
}

/** A page that has only something to say. */
export function Message({ title, text, children }: MessageProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        alignContent: 'center',
        justifyItems: 'center',
        gap: 1.5,
        minHeight: '70dvh',
        px: 2,
        textAlign: 'center',
      }}
    >
      <title>{`${title} – Leadgate`}</title>
      <Typography
        component="h1"
        sx={{ fontSize: '2rem', fontWeight: 650, letterSpacing: '-0.02em' }}
      >
        {title}
      </Typography>
      <Typography color="text.secondary" sx={{ maxWidth: '44ch' }}>
        {text}
      </Typography>
      {children && <Box sx={{ mt: 1 }}>{children}</Box>}
    </Box>
  )
}
