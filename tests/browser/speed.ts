// jsdom matches each rule of every style with each element that a query looks at, and looks through the whole page for
// the field of each label: together half of all time that these tests take.

const { insertBefore } = Node.prototype

/** Leaves the styles of components out of the page: few tests ask about what they decide. */
export function withoutStyles(): void {
  Node.prototype.insertBefore = function <Inserted extends Node>(
    node: Inserted,
    next: Node | null,
  ) {
    const isStyle = node instanceof HTMLStyleElement && node.dataset['emotion'] !== undefined
    return isStyle ? node : (insertBefore.call(this, node, next) as Inserted)
  }
}

/** For those that do, before anything is drawn. */
export function withStyles(): void {
  Node.prototype.insertBefore = insertBefore
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
