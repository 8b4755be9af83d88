import Box from '@mui/material/Box'

import { cut } from '../../browser/ui/fields/cellText.tsx'
import type { BrowserKind } from '../kind.browser.ts'
import { textsBrowser } from '../parts/texts.browser.tsx'

export const urlBrowser: BrowserKind = {
  direction: 'ltr',
  show: ({ value, full }) => <WebLink address={String(value)} full={full} />,
}

export const urlsBrowser = textsBrowser((address) => <WebLink address={address} full />)

/** A link out of the console; anything but http and https stays plain text. */
function WebLink({ address, full }: { address: string; full: boolean }) {
  const text = full ? address : cut(address)
  if (!/^https?:\/\//i.test(address)) return text
  return (
    <Box
      component="a"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => event.stopPropagation()}
      sx={linkStyle}
    >
      {text}
    </Box>
  )
}

const linkStyle = {
  color: 'primary.main',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
}
