import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  /** Stands beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** One part of the profile under its heading. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, ...forFingers }}>
      <Box sx={headStyle}>
        <Typography id={id} component="h2" variant="h6" sx={{ flex: '1 1 12rem' }}>
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Card>
  )
}

/** As high as with a button, which may come late. */
const headStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  minHeight: { xs: 44, sm: 36 },
  mb: 1.5,
}

const forFingers = {
  '& .MuiButton-root, & .MuiInputBase-root': { minHeight: { xs: 44, sm: 'auto' } },
}
