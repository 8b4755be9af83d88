/** A step of a target: the name of a member, or a place in a list. */
type Step = string | number

export type Tree = { [name: string]: unknown }

/** Builds nested objects and lists of targets like `profile.firstName`, `leads[].email` and `phones[1]`. */
export function nest(values: Iterable<readonly [target: string, value: unknown]>): Tree {
  const root = emptyTree()
  for (const [target, value] of values) put(root, stepsOf(target), value)
  return root
}

/** Whether a target is one: names parted by dots, with `[]` or `[0]` behind them. */
export const isTarget = (target: string): boolean =>
  /^[^.[\]]+(?:\[\d{0,2}\])*(?:\.[^.[\]]+(?:\[\d{0,2}\])*)*$/.test(target) &&
  !/\[[2-9]\d\]/.test(target)

/** Of targets that cannot stand beside one above them, as `a.b` beside the value `a`: the place of each, and of that one. */
export function clashesAmong(targets: readonly string[]): [at: number, first: number][] {
  const shapes = new Map<string, { shape: string; at: number }>()
  return targets.flatMap((target, at): [number, number][] => {
    const steps = stepsOf(target)
    const wanted = steps.map((_, depth) => ({
      key: JSON.stringify(steps.slice(0, depth + 1)),
      shape: typeof steps[depth + 1],
    }))
    const clash = wanted
      .map(({ key, shape }) => ({ held: shapes.get(key), shape }))
      .find(({ held, shape }) => held && (held.shape !== shape || shape === 'undefined'))
    if (clash?.held) return [[at, clash.held.at]]
    for (const { key, shape } of wanted) if (!shapes.has(key)) shapes.set(key, { shape, at })
    return []
  })
}

/** Without a prototype, so that no name can reach one. */
const emptyTree = () => Object.create(null) as Tree

const stepsOf = (target: string): Step[] =>
  target.split('.').flatMap((part): Step[] => {
    const [name = '', ...places] = part.split('[')
    return [name, ...places.map((place) => Number.parseInt(place, 10) || 0)]
  })

type Branch = Tree | unknown[]

function put(branch: Branch, [step = '', ...rest]: Step[], value: unknown): void {
  const [next] = rest
  if (next === undefined) {
    set(branch, step, value)
    return
  }
  const held = get(branch, step)
  const child: Branch = isBranch(held) ? held : typeof next === 'number' ? [] : emptyTree()
  if (child !== held) set(branch, step, child)
  put(child, rest, value)
}

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

const get = (branch: Branch, step: Step): unknown =>
  Array.isArray(branch) ? branch[Number(step)] : branch[step]

function set(branch: Branch, step: Step, value: unknown): void {
  if (Array.isArray(branch)) branch[Number(step) || 0] = value
  else branch[step] = value
}
