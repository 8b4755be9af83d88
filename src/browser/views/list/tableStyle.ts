import type { SxProps, Theme } from '@mui/material/styles'

/** The head stays while rows scroll, the row's menu while columns do. */
export const tableStyle: SxProps<Theme> = {
  '& .RaDataTable-tableWrapper': { overflow: 'auto', maxHeight: 'max(20rem, 100dvh - 17rem)' },
  '& .RaDataTable-headerCell': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    bgcolor: 'background.paper',
    whiteSpace: 'nowrap',
  },
  '& .RaDataTable-rowCell': { whiteSpace: 'nowrap' },
  '& .row-choice': { width: 48, p: 0 },
  '& .row-menu': {
    position: 'sticky',
    right: 0,
    zIndex: 1,
    width: 48,
    py: 0,
    bgcolor: 'background.paper',
  },
  '& .RaDataTable-headerCell.row-menu': { zIndex: 3 },
}
