import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Link } from 'react-router-dom'

import { useUser } from '#browser'
import type { Resource } from '#schema'

interface OneList {
  readonly resource: Resource
  readonly label: string
}

/** Tabs over lists that are one screen; a list that the user may not see has none. */
export function ListTabs({
  current,
  lists,
  label,
}: {
  current: string
  lists: readonly OneList[]
  label: string
}) {
  const user = useUser()
  const seen = lists.filter(({ resource }) => resource.access.list(user) !== false)
  return (
    <Tabs value={current} aria-label={label} sx={{ borderBottom: 1, borderColor: 'divider' }}>
      {seen.map(({ resource, label: name }) => (
        <Tab
          key={resource.name}
          value={resource.name}
          label={name}
          component={Link}
          to={`/${resource.routes.list}`}
        />
      ))}
    </Tabs>
  )
}
