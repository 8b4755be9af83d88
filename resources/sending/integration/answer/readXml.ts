export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  text: string
}

const deepest = 50
const maxElements = 20_000
/** Most elements that the `//` of one path go through, all together: about 0.1 s. */
const maxVisited = 100_000

/** A comment, an instruction, literal text or a tag, at the place where it is looked for. */
const token =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([^\s<>/!?="']{1,200})(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y

/**
 * Reads a document of elements, attributes and text. Undefined for what is not well formed, and for every document
 * that declares a type or entities: nothing is ever loaded or expanded.
 */
export function readXml(text: string): XmlElement | undefined {
  if (!/^\s*</.test(text) || /<!(?!--|\[CDATA\[)/.test(text)) return undefined
  const root = element('', {})
  const open = [root]
  let [read, count] = [0, 0]
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', read)) {
    token.lastIndex = at
    const [whole = '', literal, end, name, rest = ''] = token.exec(text) ?? []
    const current = open.at(-1)
    if (!current || whole === '') return undefined
    current.text += unescaped(text.slice(read, at)) + (literal ?? '')
    read = at + whole.length
    if (name !== undefined && end) {
      if (open.length < 2 || open.pop()?.name !== localName(name)) return undefined
    } else if (name !== undefined) {
      const child = element(localName(name), attributesOf(rest))
      current.children.push(child)
      if (!rest.endsWith('/')) open.push(child)
      if (open.length > deepest || ++count > maxElements) return undefined
    }
  }
  const isWhole = open.length === 1 && text.slice(read).trim() === '' && root.text.trim() === ''
  return isWhole && root.children.length === 1 ? root : undefined
}

const element = (name: string, attributes: Readonly<Record<string, string>>): XmlElement => ({
  name,
  attributes,
  children: [],
  text: '',
})

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const attributesOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [
      ...text.matchAll(/(?<![^\s="'/])([^\s="'/]{1,200})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g),
    ].map(([, name = '', double, single = '']) => [localName(name), unescaped(double ?? single)]),
  )

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

const unescaped = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole
  })

/** The text at a path like `/response/lead/@id`, `//id` or `response.items[0].id`; undefined where there is nothing. */
export function readXmlPath(root: XmlElement, path: string): string | undefined {
  const isXPath = path.includes('/')
  const steps = path
    .trim()
    .replaceAll('//', '/**/')
    .split(isXPath ? '/' : '.')
    .filter(Boolean)
  let found = [root]
  let visited = 0
  for (const [at, step] of steps.entries()) {
    if (step.startsWith('@')) return found[0]?.attributes[step.slice(1)]
    if (step === 'text()') break
    if (step === '**') {
      found = [...withAll(found)]
      visited += found.length
      if (visited > maxVisited) return undefined
    } else {
      const [, name = '', place] = /^([^[\]]+)(?:\[(\d{1,4})\])?$/.exec(step) ?? []
      const isAfterAll = steps[at - 1] === '**'
      const matching = found
        .flatMap((one) => (isAfterAll ? [one] : one.children))
        .filter((one) => name === '*' || one.name === localName(name))
      const index = Number(place) - (isXPath ? 1 : 0)
      found = place === undefined ? matching : matching.slice(index, index + 1)
    }
    if (found.length === 0) return undefined
  }
  return found[0] && wholeText(found[0])
}

/** Elements and all that stand in them, each once. */
function withAll(elements: readonly XmlElement[], found = new Set<XmlElement>()) {
  for (const one of elements) {
    if (found.has(one)) continue
    found.add(one)
    withAll(one.children, found)
  }
  return found
}

const wholeText = (one: XmlElement): string =>
  (one.text + one.children.map(wholeText).join(' ')).trim()
