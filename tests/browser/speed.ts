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

const labelable = 'button, input:not([type=hidden]), meter, output, progress, select, textarea'
const labelled = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
]

/** The field of a label by its id, or the first within it, and the labels of a field (HTML, "labeled control"). */
export function findLabelledFast(): void {
  Object.defineProperty(HTMLLabelElement.prototype, 'control', {
    get(this: HTMLLabelElement) {
      const id = this.getAttribute('for')
      const found = id === null ? this.querySelector(labelable) : document.getElementById(id)
      return found?.matches(labelable) ? found : null
    },
  })
  for (const { prototype } of labelled)
    Object.defineProperty(prototype, 'labels', {
      get(this: HTMLElement) {
        const all = [...document.getElementsByTagName('label')]
        return all.filter((label) => label.control === this)
      },
    })
}
