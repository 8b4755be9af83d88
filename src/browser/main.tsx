import { resources } from '#resources'

import { home } from '../../resources/home.ts'
import { screens, views } from '../../resources/index.views.ts'
import { optionLists } from '../../resources/optionLists.ts'
import { createConsole } from './Console.tsx'
import { connect } from './connection.ts'
import { client } from './http.ts'
import './print.css'
import { session } from './session.ts'
import { store } from './store.ts'

/** The console of this business. */
export const Leadgate = createConsole({
  resources,
  views,
  screens,
  home,
  optionLists,
  permissionWords: async () => (await import('../../resources/permissions.ts')).permissions,
  http: connect(client, { session, reload: () => window.location.reload() }),
  session,
  store,
  leave: () => window.location.replace('/'),
})
