import * as React from 'react'

// jsdom matches each rule of every style with each element that a query looks at, and looks through the whole page for
// the field of each label: together half of all time that these tests take.

const { insertBefore } = Node.prototype

/** The styles of components; few tests ask about what they decide. */
const aside = document.createElement('head')

/** Keeps the styles of components out of the page. */
export function withoutStyles(): void {
  Node.prototype.insertBefore = function <Inserted extends Node>(
    node: Inserted,
    next: Node | null,
  ) {
    const isStyle = node instanceof HTMLStyleElement && node.dataset['emotion'] !== undefined
    return insertBefore.call(isStyle ? aside : this, node, next) as Inserted
  }
}

/** What the styles of components decide for an element: those of its own class, and of what it stands in. */
export function styleOf(element: Element): CSSStyleDeclaration {
  const classes: string[] = []
  for (let one: Element | null = element; one; one = one.parentElement)
    classes.push(...[...one.classList].filter((name) => name.startsWith('css-')))
  const styles = [...aside.children]
    .filter(({ textContent }) => classes.some((name) => textContent.includes(`.${name}`)))
    .map((style) => style.cloneNode(true) as Element)
  document.head.append(...styles)
  const style = getComputedStyle(element)
  for (const one of styles) one.remove()
  return style
}

const labelable = new Set(['button', 'meter', 'output', 'progress', 'select', 'textarea'])
const labelled = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
]

const isLabelable = (element: Element) =>
  element instanceof HTMLInputElement ? element.type !== 'hidden' : labelable.has(element.localName)

/** The field of a label by its id, or the first within it, and the labels of a field (HTML, "labeled control"). */
export function findLabelledFast(): void {
  Object.defineProperty(HTMLLabelElement.prototype, 'control', {
    get(this: HTMLLabelElement) {
      const id = this.getAttribute('for')
      if (id === null) return firstWithin(this, isLabelable) ?? null
      const found = document.getElementById(id)
      return found && isLabelable(found) ? found : null
    },
  })
  for (const { prototype } of labelled)
    Object.defineProperty(prototype, 'labels', {
      get(this: HTMLElement) {
        const all = document.getElementsByTagName('label')
        const found: HTMLLabelElement[] = []
        // By index the collection would look for an element of that name too.
        for (let at = 0, label = all.item(0); label; label = all.item(++at))
          if (label.control === this) found.push(label)
        return found
      },
    })
}

function firstWithin(root: Element, fits: (element: Element) => boolean): Element | undefined {
  for (let one = root.firstElementChild; one; one = one.nextElementSibling) {
    const found = fits(one) ? one : firstWithin(one, fits)
    if (found) return found
  }
  return undefined
}

const internals =
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE' as keyof typeof React

/** Has React note no stack for each element that it makes, which is for its developer tools. */
export function withoutOwnerStacks(): void {
  const limit = 10_000
  Object.defineProperty(React[internals], 'recentlyCreatedOwnerStacks', {
    get: () => limit,
    set() {},
    configurable: true,
  })
}
