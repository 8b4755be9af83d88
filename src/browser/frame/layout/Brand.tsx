import Box from '@mui/material/Box'
import { FrameLink } from '../../client/addresses/navigation.tsx'
import { productMark, productName } from '../../client/product.ts'

/** The mark and, where there is room, the name; it goes to the user's first screen. */
export function Brand({ hasName = true }: { hasName?: boolean }) {
  return (
    <Box
      component={FrameLink}
      to="/"
      aria-label={productName}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.25,
        minHeight: { xs: 44, sm: 0 },
        borderRadius: 1,
        color: 'text.primary',
        fontSize: '1.0625rem',
        fontWeight: 650,
        letterSpacing: '-0.015em',
        textDecoration: 'none',
      }}
    >
      <img src={productMark} alt="" width={28} height={28} />
      {hasName && productName}
    </Box>
  )
}
