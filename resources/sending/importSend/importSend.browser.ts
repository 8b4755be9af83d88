import { lazyPart, type Views } from '#browser'
import type { Resource } from '#schema'

import { wordOf } from '../../wordOf.browser.ts'
import { mayImportThenSend, mustSend } from './importSend.ts'

/** The step of the import's wizard that asks where the leads of the file are sent (product.md 10.4). */
export const importThenSend: Views<Resource>['followImport'] = {
  name: 'send',
  label: (t) => wordOf(t, 'import_send.label', 'Import then send'),
  step: (t) => wordOf(t, 'send.send', 'Send'),
  isOffered: mayImportThenSend,
  isRequired: mustSend,
  Form: lazyPart(async () => (await import('./ImportSend.tsx')).ImportSend),
}
