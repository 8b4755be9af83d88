/** Who had to leave, by id or e-mail address. */
type Person = number | string

interface StoredAddress {
  readonly path: string
  /** Only this person is brought back; without one, the next person who signs in. */
  readonly person?: Person | undefined
}

const addressKey = 'leadgate.return'
const personKey = 'leadgate.interrupted'

/** Notes whose session has ended by itself, for every tab of this browser. */
export const noteInterrupted = (person: Person): void =>
  localStorage.setItem(personKey, JSON.stringify(person))

/** Whose session has ended by itself since somebody signed in here. */
export function interruptedPerson(): Person | undefined {
  const text = localStorage.getItem(personKey)
  return text === null ? undefined : (JSON.parse(text) as Person)
}

/** The same, once: for a page that is loaded anew after that. */
export function takeInterrupted(): Person | undefined {
  const person = interruptedPerson()
  localStorage.removeItem(personKey)
  return person
}

/** Keeps the address of this tab, to which a sign-in goes. */
export function rememberAddress(person: Person | undefined): void {
  const { pathname, search, hash } = window.location
  const address: StoredAddress = { path: pathname + search + hash, person }
  sessionStorage.setItem(addressKey, JSON.stringify(address))
}

/** Returns, once, the address of this tab to which a sign-in of the person goes. */
export function takeAddress(person: Person): string | undefined {
  const text = sessionStorage.getItem(addressKey)
  sessionStorage.removeItem(addressKey)
  localStorage.removeItem(personKey)
  if (text === null) return undefined
  const { path, person: owner } = JSON.parse(text) as StoredAddress
  return owner === undefined || owner === person ? localPath(path) : undefined
}

/** A path of this very site; undefined for what a browser could take for another one (`//evil.example`). */
export function localPath(path: string): string | undefined {
  if (!/^\/(?![/\\])[^\\\s]*$/.test(path)) return undefined
  const { origin, pathname, search, hash } = new URL(path, window.location.origin)
  return origin === window.location.origin && pathname !== '/' && pathname !== '/login'
    ? pathname + search + hash
    : undefined
}
