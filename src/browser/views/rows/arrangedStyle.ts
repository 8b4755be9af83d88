import type { Theme } from '@mui/material/styles'

/** The row that is dragged, and where it would stand now: rows of a table, or cards. */
export function arrangedStyle({ palette }: Theme) {
  const line = (side: 1 | -1) => ({ boxShadow: `inset 0 ${side * 2}px 0 ${palette.primary.main}` })
  const marked = (mark: string) => {
    const row = `& [data-record]:has([data-${mark}])`
    return `${row}:not(tr), ${row} > td`
  }
  return {
    [marked('held')]: { opacity: 0.4 },
    [marked('target=before')]: line(1),
    [marked('target=after')]: line(-1),
  }
}
