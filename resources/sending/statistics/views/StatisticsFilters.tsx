import FilterListIcon from '@mui/icons-material/FilterList'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { Suspense, useId, useState } from 'react'

import { numberText, OptionPicker, OptionsPicker, useMayPick, useT } from '#browser'

import english from '../../../translations/en/statistics.json'
import { filterNames, type FilterName } from '../statisticsNames.ts'
import { resourceNames, type Grouping } from '../groupings.ts'
import { filtersChosen, type StatisticsChoice } from './statisticsChoice.browser.ts'

interface FiltersProps {
  chosen: StatisticsChoice
  onChoose(change: Partial<StatisticsChoice>): void
  /** Those that make no difference here. */
  without: readonly Grouping[]
}

/** Of which sends the statistics are (product.md 9.4); folded until somebody wants it, or has a link that does. */
export function StatisticsFilters({ chosen, onChoose, without }: FiltersProps) {
  const t = useT(english)
  const id = useId()
  const count = filtersChosen(chosen).length
  const [isOpen, setOpen] = useState(count > 0)
  const names = filterNames.filter((one) => !without.includes(one))
  return (
    <>
      <Button
        startIcon={<FilterListIcon />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        sx={{ minHeight: { xs: 44, sm: 36 } }}
      >
        {count > 0
          ? t('statistics.filters_chosen', { smart_count: count, count: numberText(count) })
          : t('statistics.filters')}
      </Button>
      <Box
        id={id}
        role="group"
        aria-label={t('statistics.filters')}
        hidden={!isOpen}
        sx={{ width: '100%' }}
      >
        {isOpen && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            {names.map((name) => (
              <Ids key={name} {...{ name, chosen, onChoose }} />
            ))}
            <Funnel value={chosen.funnel} onChange={(funnel) => onChoose({ funnel })} />
            <Tag value={chosen.tag} onChange={(tag) => onChoose({ tag })} />
          </Box>
        )}
      </Box>
    </>
  )
}

function Ids({ name, chosen, onChoose }: Omit<FiltersProps, 'without'> & { name: FilterName }) {
  const target = resourceNames[name]
  const t = useT(english)
  if (!useMayPick(target)) return null
  const ids = chosen[name].split(',').filter(Boolean).map(Number)
  return (
    <Box sx={fieldStyle}>
      <Suspense>
        <OptionsPicker
          target={target}
          isFilter
          value={ids}
          onChange={(all) => onChoose({ [name]: all.join() })}
          input={{ label: t(`statistics.${name}`), size: 'small' }}
        />
      </Suspense>
    </Box>
  )
}

interface TextProps {
  value: string
  onChange(value: string): void
}

/** Asked for when it is typed: the statistics know whole names alone. */
function Funnel({ value, onChange }: TextProps) {
  const t = useT(english)
  const [typed, setTyped] = useState(value)
  const done = () => typed.trim() !== value && onChange(typed.trim())
  return (
    <TextField
      label={t('statistics.funnel')}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={done}
      onKeyDown={({ key }) => key === 'Enter' && done()}
      slotProps={{ htmlInput: { maxLength: 120 } }}
      sx={fieldStyle}
    />
  )
}

function Tag({ value, onChange }: TextProps) {
  const t = useT(english)
  if (!useMayPick('tags')) return null
  return (
    <Box sx={fieldStyle}>
      <Suspense>
        <OptionPicker
          target="tags"
          isFilter
          value={value === '' ? null : Number(value)}
          onChange={(id) => onChange(id === null ? '' : String(id))}
          input={{ label: t('statistics.tag'), size: 'small' }}
        />
      </Suspense>
    </Box>
  )
}

const fieldStyle = { width: { xs: '100%', sm: 220 } }
