import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import type { Theme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'

import type { Resource } from '#schema'

import { useUser } from '../../session.ts'
import type { NamedField } from '../permitted.ts'
import { useText } from '../words.ts'
import { emptyGroup, isGroup, nextKey, type Group, type Node, type Rule } from './groups.ts'
import { operatorsFor } from './operators.ts'
import { RuleRow } from './RuleRow.tsx'

/** How deep groups may be made here; the server takes one more. */
const deepest = 3

export interface GroupProps {
  resource: Resource
  fields: readonly NamedField[]
  group: Group
  depth: number
  onChange(group: Group): void
  onRemove?: () => void
}

/** Conditions and further groups, of which all or any must hold. */
export function GroupBox({ resource, fields, group, depth, onChange, onRemove }: GroupProps) {
  const say = useText()
  const user = useUser()
  const adder = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState<number>()
  const put = (nodes: readonly Node[]) => onChange({ ...group, nodes })
  const add = (node: Node) => {
    setAdded(isGroup(node) ? node.nodes[0]?.key : node.key)
    put([...group.nodes, node])
  }
  const remove = (node: Node) => {
    put(group.nodes.filter((one) => one !== node))
    adder.current?.focus()
  }
  const change = (before: Node) => (after: Node) =>
    put(group.nodes.map((one) => (one === before ? after : one)))
  const newRule = () => firstRule(resource, user, fields)
  return (
    <Box role="group" aria-label={say('conditions', 'Conditions')} sx={groupStyle(depth)}>
      {(group.nodes.length > 1 || depth > 1) && (
        <MatchSelect match={group.match} onChange={(match) => onChange({ ...group, match })} />
      )}
      {group.nodes.map((node, index) =>
        isGroup(node) ? (
          <GroupBox
            key={node.key}
            {...{ resource, fields }}
            group={node}
            depth={depth + 1}
            onChange={change(node)}
            onRemove={() => remove(node)}
          />
        ) : (
          <RuleRow
            key={node.key}
            {...{ resource, fields }}
            rule={node}
            number={index + 1}
            isNew={node.key === added}
            onChange={change(node)}
            onRemove={() => remove(node)}
          />
        ),
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& button': touch }}>
        <Button ref={adder} size="small" startIcon={<AddIcon />} onClick={() => add(newRule())}>
          {say('add_condition', 'Add a condition')}
        </Button>
        {depth < deepest && (
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={() => add({ ...emptyGroup([newRule()]), match: 'any' })}
          >
            {say('add_group', 'Add a group')}
          </Button>
        )}
        {onRemove && (
          <Button size="small" color="inherit" onClick={onRemove}>
            {say('remove_group', 'Remove this group')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

function MatchSelect({
  match,
  onChange,
}: {
  match: Group['match']
  onChange(match: Group['match']): void
}) {
  const say = useText()
  return (
    <TextField
      select
      size="small"
      margin="none"
      label={say('match', 'Records must match')}
      value={match}
      onChange={({ target }) => onChange(target.value === 'any' ? 'any' : 'all')}
      sx={{ width: 'min(100%, 20rem)' }}
    >
      <MenuItem value="all">{say('match_all', 'All of these conditions')}</MenuItem>
      <MenuItem value="any">{say('match_any', 'Any of these conditions')}</MenuItem>
    </TextField>
  )
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

const touch = { minHeight: { xs: 44, sm: 36 } }

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
