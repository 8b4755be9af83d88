import { connect } from '../../../src/browser/client/session/connection.ts'
import {
  createClient,
  type ClientOptions,
  type Http,
} from '../../../src/browser/client/http/http.ts'
import { store } from '../../../src/browser/client/storage/store.ts'
import { hasWork } from '../../../src/browser/ui/unsaved.ts'

/** The calls of a console, to the server of a test. */
export const createHttp = ({ reload, ...options }: ClientOptions & { reload(): void }): Http =>
  connect(createClient(options), {
    session: options.session,
    hasUnsaved: hasWork,
    reload,
    forget: () => store.reset(),
  })
