import AddIcon from '@mui/icons-material/Add'
import ArrowIcon from '@mui/icons-material/ArrowForward'
import ActionIcon from '@mui/icons-material/KeyboardReturn'
import Box from '@mui/material/Box'
import { alpha, type Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useEffect, useId, type ReactNode, type MouseEvent, useContext } from 'react'

import { useT } from '../../browser/client/i18n/texts.ts'
import type { Choice, ChoiceGroup } from './ownChoices.ts'
import english from '../../texts/palette.json'
import { icons } from '../../browser/ui/icons.tsx'
import { pointing } from '../../browser/ui/theme/Directed.tsx'
import { isColor, Swatch } from '../../browser/ui/fields/ColorChip.tsx'
import { listText } from '../../browser/client/i18n/formats.ts'
import { Failed } from '../../browser/ui/states/StatePanels.tsx'
import { problemOf } from '../../browser/client/http/problem.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { fewest, type useFound } from './foundRecords.ts'

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

interface OptionProps {
  id: string | undefined
  choice: Choice
  isActive: boolean
  onChoose(): void
  onPoint(): void
}

/** A real link where it leads somewhere, so that a click opens it in a new tab when the user wants that. */
function SearchOption({ id, choice, isActive, onChoose, onPoint }: OptionProps) {
  const { label, detail, number, icon, embed, path } = choice
  const Icon = ownIcons[icon]
  // Of two colours the background's.
  const color = embed?.['color'] ?? embed?.['bg_color']
  const choose = (event: MouseEvent) => {
    const isBrowsers = path && (event.ctrlKey || event.metaKey || event.shiftKey)
    if (isBrowsers) return
    event.preventDefault()
    onChoose()
  }
  return (
    <Box
      {...(path ? { component: 'a', href: path } : {})}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={choose}
      onMouseMove={() => isActive || onPoint()}
      sx={style}
    >
      <Icon fontSize="small" sx={{ color: 'text.secondary', ...(!(icon in icons) && pointing) }} />
      <Box component="span" dir="auto" sx={{ flexShrink: 0, maxWidth: '70%', ...cut }}>
        {label}
      </Box>
      {typeof embed?.['flag'] === 'string' && <span aria-hidden>{embed['flag']}</span>}
      {isColor(color) && <Swatch color={color} />}
      <Box component="span" sx={{ display: 'flex', flex: 1, minWidth: 0, justifyContent: 'end' }}>
        <Box component="span" dir="auto" sx={{ ...cut, ...quiet }}>
          {detail}
        </Box>
      </Box>
      {number && (
        <Box component="span" sx={quiet}>
          <bdi>{number}</bdi>
        </Box>
      )}
    </Box>
  )
}

const ownIcons = { ...icons, action: ActionIcon, more: ArrowIcon, new: AddIcon }

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const quiet = { color: 'text.secondary', fontSize: '0.8125rem' }
const style = ({ palette }: Theme) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 44,
  mx: 1,
  px: 1,
  borderRadius: 1,
  color: 'text.primary',
  fontSize: '0.9375rem',
  textDecoration: 'none',
  cursor: 'pointer',
  '&[aria-selected=true]': {
    backgroundColor: alpha(palette.primary.main, 0.1),
    // Not by colour alone.
    boxShadow: `inset 0 0 0 2px ${alpha(palette.primary.main, 0.5)}`,
  },
})

/** The id of a choice's element, to which the input points. */
export const optionId = (listId: string, key: string) =>
  `${listId}-${key.replaceAll(/[^\w-]/g, '-')}`

interface StateProps {
  text: string
  found: Pick<ReturnType<typeof useFound>, 'problem' | 'leftOut' | 'retry'>
  isWaiting: boolean
  /** Of choices. */
  count: number
}

/** What there is to say about a search: that it failed, was cut short, or found nothing; and for screen readers how much. */
export function SearchState({ text, found, isWaiting, count }: StateProps) {
  const t = useT(english)
  const { problem, leftOut, retry } = found
  const isDone = text !== '' && !isWaiting
  const isNothing = isDone && count === 0 && !problem
  return (
    <>
      {isDone && problem && (
        <Box sx={{ px: 2, pt: 1 }}>
          <Failed problem={problemOf(problem)} onRetry={retry} />
        </Box>
      )}
      {isDone && leftOut.length > 0 && <LeftOut names={leftOut} />}
      {isNothing && <Nothing text={text} />}
      <Box role="status" sx={visuallyHidden}>
        {isDone && count > 0
          ? t('results_count', { smart_count: count })
          : isWaiting && text !== '' && t('searching')}
      </Box>
    </>
  )
}

function Nothing({ text }: { text: string }) {
  const t = useT(english)
  return (
    <Box role="status" sx={{ px: 2, py: 4, textAlign: 'center' }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {t('nothing_found_for', { text })}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
        {text.length < fewest ? t('type_more') : t('search_tips')}
      </Typography>
    </Box>
  )
}

function LeftOut({ names }: { names: readonly string[] }) {
  const t = useT(english)
  const resources = useContext(ResourcesContext)
  const labels = names.map((name) => resources.find((one) => one.name === name)?.label ?? name)
  return (
    <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1 }}>
      {t('left_out', { names: listText(labels) })}
    </Typography>
  )
}
