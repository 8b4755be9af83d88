import './withoutEval.ts'

import { resources } from '#resources'

import { home } from '../../resources/home.ts'
import { screens, views } from '../../resources/index.browser.ts'
import { optionLists } from '../../resources/optionLists.ts'
import { slots } from '../features/index.browser.ts'
import { createConsole } from './frame/Console.tsx'
import { connect } from './client/session/connection.ts'
import { client } from './client/http/http.ts'
import './ui/theme/print.css'
import { interruptedPerson } from './client/addresses/returnAddress.ts'
import { holdSessionWhile, session } from './client/session/session.ts'
import { store } from './client/storage/store.ts'
import { hasUnsaved } from './ui/unsaved.ts'

// A tab in which something is not saved waits as well when the session has ended in another.
holdSessionWhile(() => hasUnsaved() && interruptedPerson() !== undefined)

/** The console of this business. */
export const Leadgate = createConsole({
  resources,
  views,
  screens,
  slots,
  home,
  optionLists,
  permissionWords: async () => (await import('../../resources/permissions.ts')).permissions,
  http: connect(client, {
    session,
    hasUnsaved,
    reload: () => window.location.reload(),
    forget: () => store.reset(),
  }),
  session,
  store,
  leave: () => window.location.replace('/'),
})
