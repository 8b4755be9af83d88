import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { useRef, useState } from 'react'

import type { Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import type { NamedField } from '../../client/records/permitted.ts'
import { useUser } from '../../client/session/user.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { emptyGroup, type Group, isGroup, nextKey, type Node, type Rule } from './groups.ts'
import { operatorsFor } from './operators.ts'
import { RuleRow } from './RuleRow.tsx'
import { GroupButtons } from './GroupButtons.tsx'
import english from '../../../texts/en/lists.json'

/** How deep groups may be made here; the server takes one more. */
const deepest = 3

interface GroupProps {
  resource: Resource
  fields: readonly NamedField[]
  group: Group
  depth: number
  onChange(group: Group): void
  onRemove?: () => void
}

/** Conditions and further groups, of which all or any must hold. */
export function GroupBox(props: GroupProps) {
  const { resource, fields, group, depth, onChange, onRemove } = props
  const t = useT(english)
  const user = useUser()
  const adder = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState<number>()
  const put = (nodes: readonly Node[]) => onChange({ ...group, nodes })
  const add = (rule: Rule, node: Node) => {
    setAdded(rule.key)
    put([...group.nodes, node])
  }
  const remove = (node: Node) => {
    put(group.nodes.filter((one) => one !== node))
    adder.current?.focus()
  }
  const change = (before: Node, after: Node) =>
    put(group.nodes.map((one) => (one === before ? after : one)))
  const newRule = () => firstRule(resource, user, fields)
  return (
    <Box role="group" aria-label={t('conditions')} sx={groupStyle(depth)}>
      {(group.nodes.length > 1 || depth > 1) && (
        <Select
          label={t('match')}
          value={group.match}
          options={[
            ['all', t('match_all')],
            ['any', t('match_any')],
          ]}
          onChange={(match) => onChange({ ...group, match })}
          sx={{ width: 'min(100%, 20rem)' }}
        />
      )}
      <Nodes {...props} {...{ added, change, remove }} />
      <GroupButtons
        adder={adder}
        onAdd={() => {
          const rule = newRule()
          add(rule, rule)
        }}
        onAddGroup={() => {
          const rule = newRule()
          add(rule, { ...emptyGroup([rule]), match: 'any' })
        }}
        mayNest={depth < deepest}
        onRemove={onRemove}
      />
    </Box>
  )
}

interface NodesProps extends GroupProps {
  /** The condition that was added last. */
  added: number | undefined
  change(before: Node, after: Node): void
  remove(node: Node): void
}

function Nodes({ resource, fields, group, depth, added, change, remove }: NodesProps) {
  return group.nodes.map((node, index) => {
    const common = { resource, fields, onRemove: () => remove(node) }
    const onChange = (after: Node) => change(node, after)
    return isGroup(node) ? (
      <GroupBox key={node.key} {...common} {...{ onChange }} group={node} depth={depth + 1} />
    ) : (
      <RuleRow
        key={node.key}
        {...common}
        {...{ onChange }}
        rule={node}
        number={index + 1}
        isNew={node.key === added}
      />
    )
  })
}

/** A condition to begin with: on the first field that the declaration filters by. */
function firstRule(
  resource: Resource,
  user: ReturnType<typeof useUser>,
  fields: readonly NamedField[],
): Rule {
  const declared = (resource.filters ?? []).find((name) => name !== 'id')
  const target = fields.find(({ name }) => name === declared) ?? fields[0]
  const [operator = 'is'] = target ? operatorsFor(resource, user, target) : []
  return { key: nextKey(), field: target?.name ?? 'id', operator, values: [] }
}

const groupStyle = (depth: number) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
  ...(depth > 1 && {
    p: 1.5,
    border: 1,
    borderColor: 'divider',
    borderInlineStartWidth: 3,
    borderInlineStartColor: ({ palette }: Theme) => palette.primary.main,
    borderRadius: 1,
  }),
})
