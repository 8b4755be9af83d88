import { messageName } from '#schema'

import { isNode, calleeOf, parse, textsOf, walk, type Node } from './syntax.ts'

/** The labels of the screens that a file of the browser declares. */
export function screenTexts(file: string, code: string): [key: string, english: string][] {
  const texts: [string, string][] = []
  walk(parse(file, code), (node) => {
    if (node.type === 'ObjectExpression') texts.push(...screenText(node))
    return true
  })
  return texts
}

/** An object that declares a screen: it has a name, a label, a path and a permission. Its group has a text too. */
function screenText({ properties }: Node): [string, string][] {
  const values = new Map(
    (properties as Node[]).flatMap(({ key, value }): [string, string | undefined][] =>
      isNode(key) ? [[String(key['name']), textsOf(value)?.[0]]] : [],
    ),
  )
  const [name, label, group] = ['name', 'label', 'group'].map((one) => values.get(one))
  const isScreen = values.has('path') && values.has('permission') && values.has('Page')
  if (!isScreen || !name || !label) return []
  const heading: [string, string][] = group ? [[`console.groups.${messageName(group)}`, group]] : []
  return [[`screens.${name}`, label], ...heading]
}

/** The messages that a file of the browser throws itself. */
export function thrownIn(file: string, code: string): string[] {
  const messages: string[] = []
  walk(parse(file, code), (node) => {
    if (node.type === 'NewExpression' && thrown.has(calleeOf(node))) {
      messages.push(...(node['arguments'] as Node[]).flatMap((one) => textsOf(one) ?? []))
    }
    return true
  })
  return messages.filter(isSentence)
}

/** The texts of the first page, which has no keys: they stand under their English words, as messages do. */
export function firstPageTexts(file: string, code: string): string[] {
  const texts: string[] = []
  walk(parse(file, code), (node) => {
    if (node.type === 'CallExpression' && calleeOf(node) === 'told') {
      texts.push(...(node['arguments'] as Node[]).flatMap((one) => textsOf(one) ?? []))
    }
    if (node.type === 'JSXAttribute' && isNode(node['name']) && shown.has(nameOf(node['name']))) {
      texts.push(...(textsOf(node['value']) ?? []))
    }
    return true
  })
  return texts
}

const nameOf = (node: Node) => String(node['name'])
const shown = new Set(['label', 'title', 'intro', 'button', 'busy', 'help'])

const thrown = new Set(['ValueError', 'HttpFailure'])

/** Every sentence in a file of server or declarations that may reach a person as a message. */
export function messagesIn(file: string, code: string): string[] {
  const messages: string[] = []
  walk(parse(file, code), (node) => {
    if (isSilent(node)) return false
    const isText = ['Literal', 'TemplateLiteral', 'BinaryExpression'].includes(node.type)
    const texts = isText ? textsOf(node) : undefined
    if (!texts) return true
    messages.push(...texts.filter(isSentence))
    return false
  })
  return messages
}

/** Texts of declarations have keys of their own. */
const declared = new Set(['label', 'one', 'help', 'confirm', 'group', 'description'])

/** What nobody reads: bugs, statements, types and modules. */
function isSilent(node: Node): boolean {
  if (node.type === 'Property') {
    const name = isNode(node['key']) ? String(node['key']['name']) : ''
    return forProgrammers.has(name) || (declared.has(name) && textsOf(node['value']) !== undefined)
  }
  if (node.type === 'NewExpression') return ['Error', 'RegExp'].includes(calleeOf(node))
  if (node.type === 'CallExpression') return unsaid.has(calleeOf(node))
  return ['TaggedTemplateExpression', 'ImportDeclaration', 'TSTypeAliasDeclaration'].includes(
    node.type,
  )
}

/** Faults of declarations, and what the description of the API says. */
const forProgrammers = new Set(['fault', 'summary'])

/** The log, and the words of a schema. */
const unsaid = new Set(['info', 'warn', 'error', 'debug', 'fatal', 'describe'])

const isSentence = (text: string) =>
  /^(?:[A-Z"“]|%\{1\})/.test(text) &&
  /[a-z]{2,} [a-z%“"]|^[A-Z][a-z]+ [a-z]+/.test(text) &&
  !/[\n<>]|^[A-Z]+ | join %|%\{1\} as %/.test(text)
