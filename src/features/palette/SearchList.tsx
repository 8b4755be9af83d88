import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useId, type ReactNode } from 'react'
import { useT } from '../../browser/client/i18n/texts.ts'
import type { Choice, ChoiceGroup } from './choice.ts'
import english from '../../texts/en/palette.json'
import { SearchOption } from './SearchOption.tsx'

interface ListProps {
  listId: string
  groups: readonly ChoiceGroup[]
  /** What was found for the text before: shown until there is something newer, and no choice. */
  old: readonly ChoiceGroup[]
  active: string | undefined
  choose(choice: Choice): void
  onPoint(key: string): void
  /** What there is to say besides. */
  children: ReactNode
}

export function SearchList({ groups, old, children, ...rest }: ListProps) {
  const t = useT(english)
  const { listId, active } = rest
  useEffect(() => {
    const element = active && document.getElementById(optionId(listId, active))
    if (element) element.scrollIntoView({ block: 'nearest' })
  }, [listId, active])
  return (
    <>
      <Box role="listbox" id={listId} aria-label={t('results')} sx={listStyle}>
        {groups.map((group) => (
          <Group key={group.name} group={group} {...rest} />
        ))}
        {old.length > 0 && (
          <Box aria-hidden inert sx={{ opacity: 0.5 }}>
            {old.map((group) => (
              <Group key={group.name} group={group} {...rest} active={undefined} isOld />
            ))}
          </Box>
        )}
      </Box>
      {children}
    </>
  )
}

/** The list itself is what scrolls: a part that does must be reached by keys, as a list of choices is. */
const listStyle = {
  flex: '0 1 auto',
  minHeight: 0,
  overflowY: 'auto',
  my: 1,
  scrollPaddingBlock: '2.5rem',
}

interface GroupProps extends Omit<ListProps, 'groups' | 'old' | 'children'> {
  group: ChoiceGroup
  isOld?: boolean
}

function Group({ group, listId, active, choose, onPoint, isOld = false }: GroupProps) {
  const labelId = useId()
  return (
    <Box role={isOld ? undefined : 'group'} aria-labelledby={isOld ? undefined : labelId}>
      <Typography id={labelId} component="div" role="presentation" sx={heading}>
        {group.label}
      </Typography>
      {group.choices.map((choice) => (
        <SearchOption
          key={choice.key}
          id={isOld ? undefined : optionId(listId, choice.key)}
          choice={choice}
          isActive={choice.key === active}
          onChoose={() => choose(choice)}
          onPoint={() => onPoint(choice.key)}
        />
      ))}
    </Box>
  )
}

const heading = {
  px: 2,
  pt: 1,
  pb: 0.5,
  color: 'text.secondary',
  fontSize: '0.75rem',
  fontWeight: 600,
}

/** The id of a choice's element, to which the input points. */
export const optionId = (listId: string, key: string) =>
  `${listId}-${key.replaceAll(/[^\w-]/g, '-')}`
