import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import visuallyHidden from '@mui/utils/visuallyHidden'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'

import { childRows, labelOf, presetFrom, type Field, type FieldOf } from '#schema'

import { useMessage, useT } from '../../browser/client/i18n/texts.ts'
import { makerOf, useUser } from '../../browser/client/session/user.ts'
import type { InputProps } from '../../browser/ui/fields/textInputs.tsx'
import { useListProblem } from './useListProblem.browser.ts'
import { RowTools } from './RowTools.tsx'
import english from '../../texts/en/records.json'
import { controlsOf } from '../kind.browser.ts'
import { PresetInput } from '../parts/PresetInput.tsx'
import { partRows } from './partRows.ts'
import { RowBox } from './RowBox.tsx'
import { maxRowsOf } from './rows.ts'
import { newRow, pasted, type Typed } from './typedRows.browser.ts'
import { cellStyle, fieldset, heads, line } from './rowsGrid.browser.ts'
import { placeOf, useCellFocus } from './cellFocus.browser.ts'

const copied = { cell: '\t', row: '\r\n' }

/** Rows of inputs. Alt and an arrow move a row; cells copied from a spreadsheet fill the rows from where they are pasted. */
export function RowsInput({ field, name, label, required }: InputProps<FieldOf<'rows'>>) {
  const t = useT(english)
  const messageText = useMessage()
  const maker = makerOf(useUser())
  const { getValues } = useFormContext()
  const { fields, append, remove, move, replace } = useFieldArray({ name })
  const problem = useListProblem(name)
  const { body, focusCell } = useCellFocus(fields.length)
  const { cells } = field
  const columns = Object.entries<Field>(cells)
  const maxRows = maxRowsOf(field.options)
  const children = childRows(field)
  // Lines whose order nothing keeps stand as they were made.
  const isMoved = !children || children.position !== undefined

  const add = () => {
    focusCell(fields.length, 0, { isNew: true })
    append(newRow(cells, maker), { shouldFocus: false })
  }
  const take = (at: number) => {
    focusCell(Math.min(at, fields.length - 2))
    remove(at)
  }
  const shift = (at: number, to: number, column = 0) => {
    if (!isMoved || to < 0 || to >= fields.length) return
    focusCell(to, column)
    move(at, to)
  }
  const hearKey = (event: KeyboardEvent) => {
    const place = placeOf(event.target)
    if (!place || !event.altKey || !/^Arrow(?:Up|Down)$/.test(event.key)) return
    event.preventDefault()
    shift(place.row, place.row + (event.key === 'ArrowUp' ? -1 : 1), place.column)
  }
  const hearPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    const place = placeOf(event.target)
    if (!place || !/[\t\n]./.test(text)) return
    event.preventDefault()
    const given: Typed[] = getValues(name)
    replace(pasted(cells, given, partRows(text, copied), { ...place, maker }).slice(0, maxRows))
  }
  return (
    <Box
      component="fieldset"
      aria-label={label}
      ref={body}
      onKeyDown={hearKey}
      onPaste={hearPaste}
      sx={fieldset}
    >
      <Box component="legend" sx={{ p: 0, mb: 0.5, typography: 'body2', color: 'text.secondary' }}>
        {label}
        {required && ' *'}
      </Box>
      {fields.length > 0 && (
        <Box aria-hidden sx={heads(columns)}>
          {columns.map(([one, cell]) => (
            <span key={one}>{labelOf(one, cell)}</span>
          ))}
        </Box>
      )}
      {fields.map(({ id }, at) => (
        <RowBox
          key={id}
          label={t('row', { row: at + 1 })}
          name={`${name}.${at}`}
          cells={cells}
          style={line(columns)}
        >
          {columns.map(([one, cell], column) => (
            <Box key={one} data-cell={`${at}.${column}`} sx={cellStyle(cell, columns)}>
              <CellInput name={`${name}.${at}.${one}`} label={labelOf(one, cell)} field={cell} />
              {presetFrom(cell) && (
                <PresetInput
                  {...{ name: one, field: cell, fields: cells }}
                  placeOf={(one) => `${name}.${at}.${one}`}
                  isLater
                />
              )}
            </Box>
          ))}
          <RowTools {...{ at, isMoved, shift, take }} isLast={at === fields.length - 1} />
        </RowBox>
      ))}
      <Button
        size="small"
        startIcon={<AddIcon />}
        onClick={add}
        disabled={fields.length >= maxRows}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${name}-help`}
      >
        {t('row_add')}
        <Box component="span" sx={visuallyHidden}>
          {label}
        </Box>
      </Button>
      <FormHelperText id={`${name}-help`} error={Boolean(problem)}>
        {problem ? messageText(problem) : (field.options.help ?? t('rows_help'))}
      </FormHelperText>
    </Box>
  )
}

function CellInput({ name, label, field }: Pick<InputProps, 'name' | 'label' | 'field'>) {
  const { Input } = controlsOf(field)
  const { optional, default: initial } = field.options
  const required = !optional && (initial === undefined || presetFrom(field) !== undefined)
  return <Input {...{ name, label, field, required }} record={undefined} placeholder={undefined} />
}
