import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { type SyntheticEvent, useMemo } from 'react'
import { useTranslate } from 'react-admin'

import { fieldOf, type Resource } from '#schema'

import { createNames, useNames, useT } from '../../client/i18n/texts.ts'
import { useWordOf } from '../../client/options/words.ts'
import { useResources } from '../../client/records/resources.ts'
import type { FilterValues } from '../../client/records/filterValues.ts'
import { useFilters } from '../list/listAddress.ts'
import { nodeText } from './conditionText.ts'
import {
  emptyGroup,
  isGroup,
  type Node,
  readGroups,
  type Rule,
  rulesOf,
  writeGroups,
} from './groups.ts'
import { useRecordNames } from './useRecordNames.ts'
import english from '../../../texts/en/lists.json'

/** What filters the list now, in words; each can be taken away. */
export function FilterChips({ resource }: { resource: Resource }) {
  const t = useT(english)
  const names = useNames(resource)
  const { values, set } = useFilters()
  const chips = useMemo(() => chipsOf(resource, values), [resource, values])
  const nameOf = useRecordNames(
    resource,
    chips.flatMap(({ node }) => rulesIn(node)),
  )
  const resources = useResources()
  const translate = useTranslate()
  const wordOf = useWordOf()
  const fieldNameOf = (of: string, field: string) => {
    const named = resources.find(({ name }) => name === of)
    return named ? createNames(translate, named).field(field) : field
  }
  if (chips.length === 0) return null
  return (
    <Box component="ul" aria-label={t('filters_now')} sx={rowStyle}>
      {chips.map(({ key, node, without }) => {
        const text = node
          ? nodeText({ resource, t, names, nameOf, fieldNameOf, wordOf }, node)
          : key
        const remove = ({ target }: SyntheticEvent) => {
          if (target instanceof Element) focusBeside(target)
          set(without)
        }
        return (
          <li key={key}>
            <Chip
              label={text}
              title={text}
              aria-label={t('remove_filter', { filter: text })}
              onClick={remove}
              onDelete={remove}
              sx={chipStyle}
            />
          </li>
        )
      })}
    </Box>
  )
}

/** A chip that goes hands the focus to its neighbour, the last one to what opens the filters. */
function focusBeside(chip: Element): void {
  const item = chip.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const tools = item?.closest('ul')?.parentElement?.parentElement
  const opener = tools?.querySelector<HTMLElement>('[aria-expanded]')
  ;(neighbour?.querySelector<HTMLElement>('[role="button"]') ?? opener)?.focus()
}

/** One line that scrolls, so that rows do not move when it fills. */
const rowStyle = {
  // The rows leave room for it as for tabs, or the page would scroll besides them.
  '.record-list:has(&)': { '--tabs-height': '3rem' },
  '.record-list:has(> .MuiTabs-root):has(&)': { '--tabs-height': '6rem' },
  display: 'flex',
  gap: 0.75,
  m: 0,
  p: '2px',
  listStyle: 'none',
  overflowX: 'auto',
  alignItems: 'center',
}

const chipStyle = {
  maxWidth: 'min(28rem, 60vw)',
  height: { xs: 44, sm: 28 },
  borderRadius: { xs: 22, sm: 14 },
}

/** One thing that a list is filtered by, and what takes it away. */
interface ChipOf {
  readonly key: string
  /** Undefined for a key that says nothing here: a hand-written address. */
  readonly node: Node | undefined
  readonly without: FilterValues
}

/** What filters a list now, besides the search box: one for each field, and one for each condition of the builder. */
export function chipsOf(resource: Resource, values: FilterValues): ChipOf[] {
  const { search: _search, where, ...plain } = values
  const byField = new Map<string, Record<string, unknown>>()
  const keys = new Map<string, string[]>()
  for (const [key, value] of Object.entries(plain)) {
    const [name, operand] = splitKey(resource, key)
    byField.set(name, { ...byField.get(name), [operand]: value })
    keys.set(name, [...(keys.get(name) ?? []), key])
  }
  const fields = [...byField].map(([name, operands]) => ({
    key: name,
    node: fieldOf(resource, name) && nodeOf(rulesOf(resource, name, operands)),
    without: Object.fromEntries((keys.get(name) ?? []).map((key) => [key, undefined])),
  }))
  return [...fields, ...(where === undefined ? [] : groupChips(resource, where))]
}

const nodeOf = (rules: readonly Rule[]): Node | undefined =>
  rules.length > 1 ? emptyGroup(rules) : rules[0]

const suffix = /^(.+)_(from|to|not|contains|empty|below)$/

function splitKey(resource: Resource, key: string): [name: string, operand: string] {
  const [, name, operand] = suffix.exec(key) ?? []
  return fieldOf(resource, key) || !name || !operand ? [key, 'in'] : [name, operand]
}

/** Conditions that must all hold go one by one; alternatives only make sense together. */
function groupChips(resource: Resource, where: unknown): ChipOf[] {
  const group = readGroups(resource, where)
  if (group.nodes.length === 0)
    return [{ key: 'where', node: undefined, without: { where: undefined } }]
  if (group.match === 'any' && group.nodes.length > 1) {
    return [{ key: 'where', node: group, without: { where: undefined } }]
  }
  return group.nodes.map((node) => {
    const nodes = group.nodes.filter((one) => one !== node)
    const without = { where: writeGroups(resource, { ...group, nodes }) }
    const key = `where ${writeGroups(resource, emptyGroup([node]))}`
    return { key, node, without }
  })
}

const rulesIn = (node: Node | undefined): Rule[] =>
  !node ? [] : isGroup(node) ? node.nodes.flatMap(rulesIn) : [node]
