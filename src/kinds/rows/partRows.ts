/** Parts a text into rows of cells. Between quotes, which are doubled within, a cell may hold what parts others. */
export function partRows(text: string, between: { cell: string; row: string }): string[][] {
  const parted: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    parted.at(-1)?.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const one = text.charAt(at)
    if (isQuoted && one === '"' && text[at + 1] === '"') {
      cell += one
      at += 1
    } else if (one === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (!isQuoted && between.cell.includes(one)) endCell()
    else if (!isQuoted && between.row.includes(one)) {
      endCell()
      parted.push([])
    } else cell += one
  }
  endCell()
  return parted.filter((row) => row.some(Boolean))
}

/** The rows as they stand in one cell of a file. */
export const inFile = { cell: '|', row: ';\r\n' }
