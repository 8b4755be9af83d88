import type { Resource } from '#schema'

import { importPath } from '../../client/addresses/addresses.ts'
import { useT } from '../../client/i18n/texts.ts'
import { may } from '../../client/records/permitted.ts'
import { useUser } from '../../client/session/user.ts'
import { useFollowImport } from '../slots.ts'

/** Returns the ways into the wizard that takes files in, as far as the user may go them. */
export function useImportLinks(resource: Resource): { to: string; label: string }[] {
  const t = useT()
  const user = useUser()
  const { follow, isFree } = useFollowImport(resource)
  if (!resource.import || !may(resource, 'import', user)) return []
  return [
    ...(isFree ? [{ to: importPath(resource), label: t('import') }] : []),
    ...(follow ? [{ to: importPath(resource, true), label: follow.label(t) }] : []),
  ]
}
