// For each query by role jsdom matches every rule of the browser's own style sheet with every element of the page: a
// sixth of all time that these tests take. A page without a style sheet of its own needs that once for a kind of element.

/** What is not inherited, and is asked for by queries, by popups and by inputs that grow. */
const plain = new Set(
  `display position width box-sizing overflow overflow-x overflow-y
  padding-top padding-bottom padding-left padding-right
  border-top-width border-bottom-width border-left-width border-right-width`.split(/\s+/),
)
const inherited = new Map([
  ['visibility', 'visible'],
  ['pointer-events', 'auto'],
])
const keywords = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer'])

/** Elements for which the browser's own style sheet looks at more than name, type and `hidden`. */
const special = new Set(['html', 'body', 'dialog', 'summary', 'embed', 'slot'])
const tableParts = new Set(['col', 'colgroup', 'thead', 'tbody', 'tfoot', 'tr'])

/** Has `getComputedStyle` look only once at the browser's own style of each kind of element. */
export function computeStylesFast(): void {
  const compute = window.getComputedStyle.bind(window)
  const read = createReader(compute)
  window.getComputedStyle = (element, pseudo) => {
    const isSpecial = special.has(element.localName) || element.hasAttribute('popover')
    if (pseudo || isSpecial || document.styleSheets.length > 0) return compute(element, pseudo)
    let whole: CSSStyleDeclaration | undefined
    const full = () => (whole ??= compute(element))
    const valueOf = (name: string) => read(element, name) ?? full().getPropertyValue(name)
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (typeof name === 'symbol') return Reflect.get(full(), name, full())
        if (name === 'getPropertyValue') return valueOf
        const found = read(element, hyphened(name)) ?? Reflect.get(full(), name, full())
        return typeof found === 'function' ? found.bind(full()) : found
      },
    })
  }
}

/** Returns a function for the value of a property, or undefined where more must be looked at. */
function createReader(compute: typeof window.getComputedStyle) {
  const styles = new Map<string, CSSStyleDeclaration>()
  return (element: Element, name: string): string | undefined => {
    const initial = inherited.get(name)
    if (initial !== undefined) return inheritedValue(element, name, initial)
    if (!plain.has(name) || ownValue(element, name)) return undefined
    const type = element.getAttribute('type') ?? ''
    const isHidden = element.hasAttribute('hidden')
    const kind = [element.namespaceURI, element.localName, type, isHidden].join()
    const style = styles.get(kind) ?? compute(blank(element, type, isHidden))
    styles.set(kind, style)
    return style.getPropertyValue(name)
  }
}

function blank({ namespaceURI, localName }: Element, type: string, isHidden: boolean): Element {
  const element = document.createElementNS(namespaceURI, localName)
  if (type) element.setAttribute('type', type)
  if (isHidden) element.setAttribute('hidden', '')
  return element
}

function inheritedValue(element: Element, name: string, initial: string): string | undefined {
  for (let one: Element | null = element; one; one = one.parentElement) {
    if (tableParts.has(one.localName) && one.hasAttribute('hidden')) return undefined
    const value = ownValue(one, name)
    if (value) return keywords.has(value) ? undefined : value
  }
  return initial
}

/** What the attribute `style` of an element says. */
function ownValue(element: Element, name: string): string {
  if (!element.hasAttribute('style')) return ''
  return (element as HTMLElement).style.getPropertyValue(name)
}

const hyphened = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
