import { parseAst } from 'vite'

/** A node of the syntax tree of a source file. */
export interface Node {
  readonly type: string
  readonly [name: string]: unknown
}

export const parse = (file: string, code: string): Node =>
  parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node

/** Visits a tree from the top; below a node for which `visit` answers false it does not go. */
export function walk(node: Node, visit: (node: Node) => boolean): void {
  if (!visit(node)) return
  for (const child of Object.values(node)) {
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) walk(one, visit)
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The texts an expression may stand for, with `%{1}`, `%{2}` for what is known only at run time. */
export function textsOf(node: unknown): string[] | undefined {
  if (!isNode(node)) return undefined
  const { type, value, left, right, operator, consequent, alternate } = node
  if (type === 'Literal') return typeof value === 'string' ? [value] : undefined
  if (type === 'TemplateLiteral') return [templateText(node)]
  if (type === 'ConditionalExpression') {
    const [one, other] = [textsOf(consequent), textsOf(alternate)]
    return one && other && [...one, ...other]
  }
  if (type === 'BinaryExpression' && operator === '+') {
    const [one, other] = [textsOf(left), textsOf(right)]
    return one?.length === 1 && other?.length === 1
      ? [renumbered(`${one[0]}${other[0]}`)]
      : undefined
  }
  return undefined
}

function templateText({ quasis }: Node): string {
  const pieces = (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return pieces.map((piece, index) => (index === 0 ? piece : `%{${index}}${piece}`)).join('')
}

function renumbered(text: string): string {
  let count = 0
  return text.replace(/%\{\d+\}/g, () => `%{${(count += 1)}}`)
}

/** The name of what a call calls: `told`, or `min` of `z.string().min`. */
export function calleeOf({ callee }: Node): string {
  if (!isNode(callee)) return ''
  const { name, property } = callee
  if (callee.type === 'MemberExpression') return isNode(property) ? String(property['name']) : ''
  return String(name ?? '')
}
