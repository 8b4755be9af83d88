import { type SxProps, type Theme, alpha, useTheme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { createElement, useEffect, useRef } from 'react'
import { useTranslate } from 'react-admin'
import { matchPath } from 'react-router-dom'
import { type SidebarEntry } from '../../../views/screens/sidebarGroups.ts'
import { FrameLink, usePathname } from '../../../client/addresses/navigation.tsx'
import { useFeatures, type ListLinksProps } from '../../../views/slots.ts'
import { icons, useIconOf } from '../../../ui/icons.tsx'
import { afterPaint } from '../../../ui/useIsPainted.ts'

interface ItemProps {
  entry: SidebarEntry
  isExpanded: boolean
  onFollow: () => void
}

export function SidebarItem({ entry, isExpanded, onFollow }: ItemProps) {
  const translate = useTranslate()
  const [key, english] = entry.text
  const text = translate(key, { smart_count: 2, _: english })
  const isHere = useIsAt(entry.addresses)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // Asked before the paint, the place of one entry costs a layout of the whole page. Only where there is a layout.
    if (isHere) return afterPaint(() => item.current && bringIntoSight(item.current))
    return undefined
  }, [isHere])
  const iconOf = useIconOf()
  const ofScreen = typeof entry.icon === 'string' ? icons[entry.icon] : entry.icon
  const icon = entry.resource ? iconOf(entry.resource) : ofScreen
  const link = (
    <FrameLink
      to={`/${entry.path}`}
      className="sidebar-link"
      onClick={onFollow}
      {...(isHere && { 'aria-current': 'page' })}
    >
      {createElement(icon, { fontSize: 'small' })}
      {isExpanded && <span>{text}</span>}
    </FrameLink>
  )
  if (!isExpanded) {
    return (
      <li ref={item}>
        <Named text={text}>{link}</Named>
      </li>
    )
  }
  return (
    <li ref={item}>
      {link}
      {entry.resource && <ListLinks resource={entry.resource} onFollow={onFollow} />}
    </li>
  )
}

/** Scrolls the menu alone: with `scrollIntoView` the first Tab of a page would begin here, behind the link past the menu. */
function bringIntoSight(item: HTMLElement): void {
  const frame = item.closest<HTMLElement>('.sidebar-entries')
  if (!frame) return
  const [seen, own] = [frame.getBoundingClientRect(), item.getBoundingClientRect()]
  if (own.top < seen.top) frame.scrollTop -= seen.top - own.top
  else if (own.bottom > seen.bottom) frame.scrollTop += own.bottom - seen.bottom
}

/** What features hang below a list. */
function ListLinks(props: ListLinksProps) {
  const all = useFeatures().flatMap(({ listLinks }) => listLinks ?? [])
  return all.map((Links, at) => <Links key={at} {...props} />)
}

/** Where only the icon shows, its name stands beside it for who points at it. */
function Named({ text, children }: { text: string; children: React.ReactElement }) {
  const side = useTheme().direction === 'rtl' ? 'left' : 'right'
  return (
    <Tooltip title={text} placement={side} enterDelay={0}>
      {children}
    </Tooltip>
  )
}

/** Whether the page is one of these addresses. */
export function useIsAt(addresses: readonly string[]): boolean {
  const pathname = usePathname()
  return addresses.some((path) => matchPath(`/${path}`, pathname))
}

/** The look of all items, said once: a styled component for each costs as much as a page of rows. */
export const itemStyle = (isExpanded: boolean): SxProps<Theme> => ({
  '& .sidebar-link': {
    typography: 'body1',
    display: 'flex',
    alignItems: 'center',
    justifyContent: isExpanded ? 'initial' : 'center',
    gap: 1.5,
    boxSizing: 'border-box',
    minHeight: { xs: 44, md: 36 },
    mx: 1.5,
    px: isExpanded ? 1.25 : 0,
    py: 0.5,
    borderRadius: 1.5,
    color: 'text.secondary',
    fontSize: '0.875rem',
    fontWeight: 500,
    textDecoration: 'none',
    '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
    '&:focus-visible': { outlineOffset: -2 },
    '&[aria-current=page]': {
      color: 'primary.main',
      backgroundColor: ({ palette }: Theme) => alpha(palette.primary.main, 0.1),
      fontWeight: 600,
    },
    '@media (forced-colors: active)': {
      '&[aria-current=page]': { outline: '1px solid Highlight', outlineOffset: -1 },
    },
  },
  // Below the link of its list, in line with its name.
  '& ul ul .sidebar-link': {
    minHeight: { xs: 44, md: 32 },
    paddingInlineStart: '42px',
    fontSize: '0.8125rem',
    fontWeight: 400,
  },
})
