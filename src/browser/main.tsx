import './withoutEval.ts'

import { business } from '#business'

import { slots } from '../features/index.browser.ts'
import { createConsole } from './frame/Console.tsx'
import { connect } from './client/session/connection.ts'
import { client } from './client/http/http.ts'
import './ui/theme/print.css'
import { session } from './client/session/session.ts'
import { store } from './client/storage/store.ts'
import { hasWork } from './ui/unsaved.ts'

/** The console of this business. */
export const Leadgate = createConsole({
  ...business,
  slots,
  http: connect(client, {
    session,
    hasUnsaved: hasWork,
    reload: () => window.location.reload(),
    forget: () => store.reset(),
  }),
  session,
  store,
  leave: () => window.location.replace('/'),
})

// While somebody works on the declarations, a new console takes the place of this one: the page and its address stay.
import.meta.hot?.accept((next) => {
  // Nothing comes of files that cannot be loaded: then this one stays, under what says so.
  if (next) window.dispatchEvent(new CustomEvent('leadgate:console', { detail: next['Leadgate'] }))
})
