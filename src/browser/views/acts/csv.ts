/** What a spreadsheet would run as a formula. */
const formula = /^[\s"']*[=+\-@]/

/** Rows as a file that spreadsheets open and take nothing in for a formula. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): Blob {
  const cell = (value: string | number) => {
    const text = String(value)
    const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
    return `"${safe.replaceAll('"', '""')}"`
  }
  const lines = rows.map((row) => `${row.map(cell).join(',')}\r\n`)
  return new Blob(['\ufeff', ...lines], { type: 'text/csv;charset=utf-8' })
}
