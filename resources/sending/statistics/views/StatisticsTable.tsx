import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'

import {
  amountText,
  dayText,
  memoize,
  Moment,
  numberText,
  displayLocale,
  RecordLink,
  tagOf,
  useT,
} from '#browser'
import { ScrollFrame } from '#browser/later'

import english from '../../../translations/en/statistics.json'
import type { Statistics, StatisticsNumbers, StatisticsRow } from '../statistics.ts'
import { statisticsColumns } from '../statisticsNames.ts'
import { resourceNames, type Grouping } from '../groupings.ts'

interface TableProps {
  found: Statistics
  /** What the groupings are called. */
  headings: readonly string[]
  /** The groupings of the rows, where it is known whose records they are. */
  groupings?: readonly (Grouping | '')[]
}

/** A row for each part of each grouping, and one for all. */
export function StatisticsTable({ found, headings, groupings }: TableProps) {
  const t = useT(english)
  const hasCaps = found.rows.some(({ cap_today }) => cap_today)
  return (
    <ScrollFrame label={t('statistics.title')}>
      <Table aria-label={t('statistics.title')} sx={tableStyle}>
        <TableHead>
          <TableRow>
            {headings.map((heading) => (
              <TableCell key={heading}>{heading}</TableCell>
            ))}
            {statisticsColumns.map((name) => (
              <TableCell key={name} align="right">
                {t(`statistics.${name}`)}
              </TableCell>
            ))}
            <TableCell>{t('statistics.last_ftd_at')}</TableCell>
            {hasCaps && <TableCell align="right">{t('statistics.cap_today')}</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {found.rows.map((row) => (
            <TableRow key={`${row.part.key} ${row.second?.key}`} hover>
              <TableCell component="th" scope="row" sx={partStyle}>
                <PartName part={row.part} grouping={groupings?.[0]} />
              </TableCell>
              {row.second && (
                <TableCell sx={partStyle}>
                  <PartName part={row.second} grouping={groupings?.[1]} />
                </TableCell>
              )}
              <Numbers of={row} />
              {hasCaps && <TableCell align="right">{row.cap_today}</TableCell>}
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          <TableRow>
            <TableCell component="th" scope="row" colSpan={headings.length}>
              {t('statistics.total')}
            </TableCell>
            <Numbers of={found.total} />
            {hasCaps && <TableCell />}
          </TableRow>
        </TableFooter>
      </Table>
    </ScrollFrame>
  )
}

/** Percentages with one decimal (product.md 9.4). */
const shares: ReadonlySet<string> = new Set(['acceptance', 'rate'])

function Numbers({ of: numbers }: { of: StatisticsNumbers }) {
  return (
    <>
      {statisticsColumns.map((name) => {
        const value = numbers[name]
        return (
          <TableCell key={name} align="right">
            {value === null ? '–' : shares.has(name) ? amountText(value, '', 1) : numberText(value)}
          </TableCell>
        )
      })}
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        {numbers.last_ftd_at ? <Moment value={numbers.last_ftd_at} /> : '–'}
      </TableCell>
    </>
  )
}

interface PartProps {
  part: StatisticsRow['part']
  grouping: Grouping | '' | undefined
}

/** A part by its name, which leads to its record. */
function PartName({ part, grouping }: PartProps) {
  const name = partName(part, useT(english)('statistics.none'))
  const target = resourceNames[grouping ?? '']
  if (!target || typeof part.key !== 'number' || part.label === null) return name
  return (
    <RecordLink target={target} id={part.key}>
      {name}
    </RecordLink>
  )
}

/** Its name, a day or a month as they are written, or its number where the reader may not know the name. */
export function partName({ key, label }: StatisticsRow['part'], none: string): string {
  if (key === null) return none
  if (label === null) return `#${key}`
  if (/^\d{4}-\d\d$/.test(label))
    return monthFormat(displayLocale().locale).format(Date.parse(label))
  return /^\d{4}-\d\d-\d\d$/.test(label) ? dayText(label) : label
}

const month = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const monthFormat = memoize((locale: string) => new Intl.DateTimeFormat(tagOf(locale), month))

/** Wide enough for a day in one line; a link as in a list. */
const partStyle = {
  minWidth: 140,
  overflowWrap: 'anywhere',
  '&:has(a)': { color: 'primary.main' },
  '& a:not(:hover)': { textDecoration: 'none' },
}

const tableStyle = {
  fontVariantNumeric: 'tabular-nums',
  '& thead th': { whiteSpace: 'nowrap' },
  '& tfoot th, & tfoot td': { color: 'text.primary', fontSize: '0.875rem', fontWeight: 600 },
}
