import { valueByName, type ChoiceField } from './choice.ts'

export function choiceFault({ choices, transitions = {}, colors = {} }: ChoiceField) {
  const nowhere = Object.values(transitions)
    .flatMap((actions) => Object.values(actions))
    .find((state) => !Object.hasOwn(choices, state))
  if (nowhere !== undefined) return `the next state of an action is "${nowhere}", which is no state`
  const odd = Object.values(colors).find((color) => !/^#[\da-f]{6}$/i.test(color))
  if (odd !== undefined) return `"${odd}" is no colour, like #15803d`
  const entries = Object.entries(choices)
  if (entries.length === 0) return 'no choices'
  const confused = entries.find(
    ([value, label]) => valueByName(choices).get(label.toLowerCase()) !== value,
  )
  return confused && `"${confused[1]}" names two choices`
}
