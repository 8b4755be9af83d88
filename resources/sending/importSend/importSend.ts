import type { User } from '#schema'

import { isSender } from '../isSender.ts'

/** Whether a user may send what a file brings, at once (product.md D3, 10.4). */
export const mayImportThenSend = (user: User): boolean =>
  user.permissions.has('lead.importThenSend') && isSender(user)

/** Users who may not import alone take leads in only to send them. */
export const mustSend = ({ permissions }: User): boolean => !permissions.has('lead.import')
