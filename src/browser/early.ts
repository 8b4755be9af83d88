import { askEarly, readKnownSession } from './client/http/earlyRequest.ts'
import { loadConsole } from './loadConsole.ts'
import { keepEarlyKeys } from './ui/keyboard/earlyKeys.ts'

const session = readKnownSession()
const isConsole = session !== undefined || !['/', '/login'].includes(window.location.pathname)

keepEarlyKeys()
// The first file of all: the question for the rows and those for the console's files leave together.
if (session) askEarly(session)
if (isConsole) {
  loadConsole().catch(() => undefined)
  void import('./frame/paintFrame.ts').then(({ paintFrame }) =>
    paintFrame({ isSignedIn: !!session }),
  )
  // The first format of a page costs its browser ten milliseconds, and the page has nothing else to do while files come.
  setTimeout(() => new Intl.NumberFormat('en'))
}
