import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'

import { parentField, type FieldOf } from '#schema'

import { useT } from '../../browser/client/i18n/texts.ts'
import { useResourceNamed } from '../../browser/client/records/resources.ts'
import { type FilterProps, ExactFilter } from '../../browser/ui/fields/filters/operandFilters.tsx'
import { listed } from '../../browser/ui/fields/filters/ManyOf.tsx'
import { OptionsPicker } from '../../browser/ui/fields/OptionPicker.tsx'
import { useMayPick } from '../../browser/ui/fields/useOptions.ts'
import english from '../../texts/en/lists.json'

type Props = FilterProps<FieldOf<'reference' | 'references'>>

/** Records that point at any of the chosen ones; at one by its number, where the user may not list them. */
export function ReferenceFilter(props: Props) {
  const { field, name, isLone } = props
  const target = useResourceNamed(field.target)
  if (!useMayPick(field.target)) return <ExactFilter {...props} />
  const isTree =
    !isLone && field.kind === 'reference' && target !== undefined && parentField(target)
  if (isTree) return <TreeFilter {...props} />
  return field.options.none ? (
    <NoneFilter {...props} none={field.options.none} />
  ) : (
    <RecordsFilter {...props} operand={name} />
  )
}

function RecordsFilter({ field, label, values, set, used, operand }: Props & { operand: string }) {
  return (
    <OptionsPicker
      isFilter
      target={field.target}
      value={listed(values[operand]).map(Number)}
      onChange={(ids) => set({ [operand]: ids })}
      {...(used && { used })}
      input={{ label, size: 'small', margin: 'none' }}
    />
  )
}

/** Records that point at the chosen ones, or those that point at none because they mean all. */
function NoneFilter({ none, ...props }: Props & { none: string }) {
  const { name, values, set } = props
  const operand = `${name}_empty`
  const isNone = String(values[operand]) === 'true'
  return (
    <div>
      <RecordsFilter
        {...props}
        set={(chosen) => set({ [operand]: undefined, ...chosen })}
        operand={name}
      />
      <FormControlLabel
        label={none}
        control={
          <Checkbox
            size="small"
            checked={isNone}
            onChange={() => set({ [operand]: isNone ? undefined : true, [name]: undefined })}
          />
        }
      />
    </div>
  )
}

/** Records that point at the chosen ones of a tree, or at any below them. */
function TreeFilter(props: Props) {
  const { name, values, set } = props
  const t = useT(english)
  const below = `${name}_below`
  const [isDeep, setDeep] = useState(values[name] === undefined)
  const operand = isDeep ? below : name
  const turn = () => {
    setDeep(!isDeep)
    set({ [operand]: undefined, [isDeep ? name : below]: values[operand] })
  }
  return (
    <div>
      <RecordsFilter {...props} operand={operand} />
      <FormControlLabel
        control={<Checkbox size="small" checked={isDeep} onChange={turn} />}
        label={t('with_all_below')}
      />
    </div>
  )
}
