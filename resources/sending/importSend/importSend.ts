import type { User } from '#schema'

/** Whether a user may send what a file brings, at once (product.md D3, 10.4). */
export const mayImportThenSend = ({ permissions, session }: User): boolean =>
  permissions.has('lead.importThenSend') && Boolean(session?.['is_sender'])

/** Users who may not import alone take leads in only to send them. */
export const mustSend = ({ permissions }: User): boolean => !permissions.has('lead.import')
