import type { ComponentType, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import { loadConsole } from './loadConsole.ts'
import { LoadFailed, LoginPage } from './frame/login/LoginPage.tsx'
import './loading.css'
import { session } from './client/session/session.ts'
import { stateKey } from './client/storage/storageKeys.ts'
import { store } from './client/storage/store.ts'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no element "root"')
const root = createRoot(container)

const theme = store.getItem<string>('theme')
if (theme) document.documentElement.style.colorScheme = theme

/** How long the first page waits for what it shows before it says that it waits, in milliseconds. */
const preparedWithin = 100

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Says first that this is the page from now on: what was painted meanwhile may come late (`paintFrame`). */
function show(page: ReactNode): void {
  document.documentElement.dataset['shown'] = ''
  root.render(page)
}

/** Puts the console, which knows the resources, in the place of what is shown. */
async function openConsole(): Promise<void> {
  try {
    const { Leadgate } = await loadConsole()
    await Promise.race([Leadgate.prepared, rest(preparedWithin)])
    show(<Leadgate />)
  } catch (error) {
    window.reportError(error)
    show(<LoadFailed />)
  }
}

if (import.meta.hot) {
  window.addEventListener('leadgate:console', (event) => {
    const Leadgate: ComponentType = (event as CustomEvent).detail
    if (!('shown' in document.documentElement.dataset)) return
    keepingDraft(() => flushSync(() => root.render(null)))
    root.render(<Leadgate />)
  })
}

/** What is typed goes with its form; here it stays, for the form of the new console to have it back as after a reload. */
function keepingDraft(leave: () => void): void {
  const key = stateKey('draft')
  const newValue = window.sessionStorage.getItem(key)
  leave()
  if (newValue === null) return
  window.sessionStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

const isLoginAddress = ['/', '/login'].includes(window.location.pathname)

if (session.read() || !isLoginAddress) {
  // What is painted meanwhile is there already (`early.ts`).
  void openConsole()
} else {
  const preload = () => void loadConsole().catch(() => undefined)
  show(<LoginPage onTyping={preload} onSignedIn={() => void openConsole()} />)
}
