import { productMark, productName } from '../client/product.ts'
import { lateAfter } from '../ui/states/lateAfter.ts'
import { preferencePrefix, readStored, stateKey, wideFrom } from '../client/storage/storageKeys.ts'

interface KnownTexts {
  /** Those of the language last in use. */
  readonly texts?: { readonly messages: Readonly<Record<string, string>> }
}

/**
 * Paints what stands around every page where it will stand, while the files of the console come: React puts the console
 * in its place. Nothing in it can be used. Who is not signed in sees no frame.
 */
export function paintFrame({ isSignedIn }: { isSignedIn: boolean }): void {
  const root = document.getElementById('root')
  const { documentElement } = document
  if (!root || 'shown' in documentElement.dataset) return
  const theme = readStored<string>(`${preferencePrefix}theme`)
  if (theme) documentElement.style.colorScheme = theme
  const { direction, 'console.loading': message = 'Loading' } =
    readStored<KnownTexts>(stateKey('locale'))?.texts?.messages ?? {}
  if (direction) documentElement.dir = direction
  const place = element('loading')
  place.setAttribute('role', 'status')
  root.append(isSignedIn ? frameAround(place) : place)
  setTimeout(() => place.append(spinner(), `${message} …`), lateAfter)
}

function frameAround(content: HTMLElement): HTMLElement {
  const isWide =
    readStored<boolean>(`${preferencePrefix}sidebar.open`) ?? window.innerWidth >= wideFrom
  const picture = Object.assign(document.createElement('img'), { src: productMark ?? '', alt: '' })
  const brand = element('early-brand', picture, ...(isWide ? [productName] : []))
  const sidebar = element('early-sidebar', brand)
  sidebar.toggleAttribute('data-narrow', !isWide)
  return element('early-frame', sidebar, element('early-main', element('early-header'), content))
}

function spinner(): HTMLElement {
  const made = document.createElement('span')
  made.setAttribute('aria-hidden', 'true')
  return made
}

function element(className: string, ...children: (Node | string)[]): HTMLElement {
  const made = Object.assign(document.createElement('div'), { className })
  made.append(...children)
  return made
}
