import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface NoticeProps {
  icon: ReactNode
  title: string
  hint: string
  children: ReactNode
}

export function ListNotice({ icon, title, hint, children }: NoticeProps) {
  return (
    <Box role="status" sx={noticeStyle}>
      {icon}
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {hint}
      </Typography>
      <Box sx={{ display: 'flex', justifyContent: 'center', flexWrap: 'wrap', gap: 1 }}>
        {children}
      </Box>
    </Box>
  )
}

const noticeStyle = {
  px: 3,
  py: 6,
  textAlign: 'center',
  '& > svg': { fontSize: 40, mb: 1, color: 'text.disabled' },
}
