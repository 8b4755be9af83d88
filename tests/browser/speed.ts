import { createRequire } from 'node:module'

import { configure, getConfig } from '@testing-library/dom'
import * as React from 'react'
import { onTestFinished } from 'vitest'

// jsdom matches each rule of every style with each element that a query looks at, and looks through the whole page for
// the field of each label: together half of all time that these tests take.

const { insertBefore } = Node.prototype

/** The styles of components; few tests ask about what they decide. */
const aside = document.createElement('head')

const require = createRequire(import.meta.url)
const serializer: { serializeStyles: (...all: unknown[]) => object } = createRequire(
  require.resolve('@emotion/react'),
)('@emotion/serialize')
const { serializeStyles } = serializer
let areStylesComputed = false

/** Has components compute their styles until the test ends, for `styleOf`. */
export function computeStyles(): void {
  areStylesComputed = true
  onTestFinished(() => {
    areStylesComputed = false
  })
}

/** Keeps the styles of components out of the page, and has them computed only for tests that look at them. */
export function withoutStyles(): void {
  serializer.serializeStyles = (...all) =>
    areStylesComputed ? serializeStyles(...all) : { name: 'none', styles: '' }
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

const { item } = HTMLCollection.prototype

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
        // By index, or asked for a method, the collection would look for an element of that name too.
        for (let at = 0, label = item.call(all, 0); label; label = item.call(all, ++at))
          if ((label as HTMLLabelElement).control === this) found.push(label as HTMLLabelElement)
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

/** Has `querySelector` look for what has an id, as labels are looked for, among ids. */
export function findIdsFast(): void {
  for (const prototype of [Element.prototype, Document.prototype]) {
    const { querySelector } = prototype
    prototype.querySelector = function (this: Element | Document, selector: string) {
      const id = /^\[id="([^"\\]+)"\]$/.exec(selector)?.[1]
      if (id === undefined || !document.contains(this)) return querySelector.call(this, selector)
      const found = document.getElementById(id)
      const isWithin = found !== this && this.contains(found)
      return isWithin ? found : found && querySelector.call(this, selector)
    }
  }
}

/** Shows the page in the error of a query that has waited in vain, and not each time that it looks. */
export function describeOnlyAtTheEnd(): void {
  const { getElementError } = getConfig()
  if (getElementError.name === 'describe') return
  configure({
    getElementError: function describe(message, container) {
      if (!isLookingAgain()) return getElementError(message, container)
      return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
    },
  })
}

/** Whether a query is one look of several. */
const isLookingAgain = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
