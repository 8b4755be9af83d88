import { csvFile } from '../../../csv/csvText.ts'
import type { Row } from '../../client/records/row.ts'
import { saveAs } from '../jobs/useDownload.ts'

/** Rows as a file that spreadsheets open and take nothing in for a formula. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): Blob =>
  new Blob([csvFile(rows)], { type: 'text/csv;charset=utf-8' })

/** Saves records as a file, with the names of what they point at. */
export function exportTable(records: readonly Row[], name: string): void {
  const columns = Object.keys(records[0] ?? {}).filter((one) => one !== 'labels')
  const text = (record: Row, column: string) => {
    const labels = [record.labels?.[column] ?? []].flat().map(({ label }) => label)
    const value = labels.length > 0 ? labels.join(', ') : (record[column] ?? '')
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  const rows = records.map((record) => columns.map((column) => text(record, column)))
  saveAs(csvOf([columns, ...rows]), name)
}
