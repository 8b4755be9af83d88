import Box from '@mui/material/Box'

import { useT } from '#browser'
import english from '../../../texts/permissions.json'

interface CountProps {
  added: number
  removed: number
}

/** `+3 −1`, and in words for those who hear it. */
export function ChangeCount({ added, removed }: CountProps) {
  const t = useT(english)
  return (
    <>
      {added > 0 && (
        <Sign color="success.main" sign={`+${added}`}>
          {t('count_added', { count: added })}
        </Sign>
      )}
      {removed > 0 && (
        <Sign color="error.main" sign={`−${removed}`}>
          {t('count_removed', { count: removed })}
        </Sign>
      )}
    </>
  )
}

function Sign({ color, sign, children }: { color: string; sign: string; children: string }) {
  return (
    <Box
      component="span"
      role="img"
      aria-label={children}
      title={children}
      sx={{ color, fontWeight: 600 }}
    >
      {sign}
    </Box>
  )
}
