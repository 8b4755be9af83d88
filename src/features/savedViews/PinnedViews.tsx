import { FrameLink } from '../../browser/client/addresses/navigation.tsx'
import { listPath } from '../../browser/client/addresses/addresses.ts'
import type { ListLinksProps } from '../../browser/views/slots.ts'
import { usePinned } from './useViews.ts'

/** The views of a list that its user has put into the sidebar. */
export function PinnedViews({ resource, onFollow }: ListLinksProps) {
  const { pinned } = usePinned(resource.name)
  if (pinned.length === 0) return null
  return (
    <ul>
      {pinned.map(({ id, name }) => (
        <li key={id}>
          <FrameLink
            to={`${listPath(resource)}?view=${encodeURIComponent(id)}`}
            className="sidebar-link"
            onClick={onFollow}
          >
            <span title={name}>{name}</span>
          </FrameLink>
        </li>
      ))}
    </ul>
  )
}
