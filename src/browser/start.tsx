import { createRoot } from 'react-dom/client'

import { LoadFailed } from './LoadFailed.tsx'
import { Loading } from './Loading.tsx'
import { LoginPage } from './login/LoginPage.tsx'
import { session } from './session.ts'
import { store } from './store.ts'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no element "root"')
const root = createRoot(container)

const theme = store.getItem<string>('theme')
if (theme) document.documentElement.style.colorScheme = theme

const loadConsole = () => import('./main.tsx')

/** Puts the console, which knows the resources, in the place of what is shown. */
async function openConsole(): Promise<void> {
  try {
    const { Leadgate } = await loadConsole()
    root.render(<Leadgate />)
  } catch (error) {
    window.reportError(error)
    root.render(<LoadFailed />)
  }
}

const isLoginAddress = ['/', '/login'].includes(window.location.pathname)

if (session.read() || !isLoginAddress) {
  root.render(<Loading />)
  void openConsole()
} else {
  const preload = () => void loadConsole().catch(() => undefined)
  root.render(<LoginPage onTyping={preload} onSignedIn={() => void openConsole()} />)
}
