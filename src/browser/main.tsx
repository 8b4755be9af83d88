import { resources } from '#resources'

import { home } from '../../resources/home.ts'
import { screens, views } from '../../resources/index.views.ts'
import { optionLists } from '../../resources/optionLists.ts'
import { createConsole } from './Console.tsx'
import { http } from './http.ts'
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
  http,
  session,
  store,
  leave: () => window.location.replace('/'),
})
