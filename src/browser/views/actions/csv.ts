/** Before what a spreadsheet would run as a formula, also one that parts cells at another character. */
const formula = /(?<=^|[;,\t|\r\n])(?=[\s\0"']*[=+\-@＝＋－＠])/g

/** Rows as a file that spreadsheets open and take nothing in for a formula. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): Blob {
  const cell = (value: string | number) => {
    const text = String(value)
    const safe = typeof value === 'string' ? text.replaceAll(formula, "'") : text
    return `"${safe.replaceAll('"', '""')}"`
  }
  const lines = rows.map((row) => `${row.map(cell).join(',')}\r\n`)
  return new Blob(['\ufeff', ...lines], { type: 'text/csv;charset=utf-8' })
}
