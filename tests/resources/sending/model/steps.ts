import * as fc from 'fast-check'
import { expect } from 'vitest'

import { createSending } from '../../../fixtures/sending/sending.ts'
import { answers } from './model.ts'
import { answersAboutEach, batchAnswers } from './batchAnswers.ts'
import { batching, caps, createWorld, type World } from './world.ts'

const leadCount = 6

/** One step of a run: what is done, and by which numbers. */
interface Step {
  readonly name: keyof typeof steps
  readonly one: number
  readonly many: readonly number[]
}

const scenarios = [...Object.keys(answers), 'known']

/** What can happen, by numbers that choose among what is there. */
const steps = {
  plan: (world, { one, many }) => {
    const leads = [...new Set(many.map((at) => world.leads[at % leadCount] ?? 0))]
    const to = world.departments.filter((_, place) => ((one % 31) + 1) & (1 << place))
    return world.plan(leads, to)
  },
  play: (world, { one }) => {
    const department = world.departments[one % caps.length] ?? 0
    const some = batching.includes(one % caps.length) ? batchAnswers : scenarios
    return world.play(department, some[Math.floor(one / caps.length) % some.length] ?? '')
  },
  claim: async (world, { one }) => void (await world.claim(1 + (one % 6))),
  call: (world, { one }) => world.call(1 + (one % 6)),
  write: (world, { one }) => world.write(1 + (one % 6)),
  work: async (world) => {
    await world.claim(20)
    await world.call(20)
    await world.write(20)
  },
  crash: (world) => world.crash(),
  late: (world) => world.late(),
  pass: (world) => world.pass(),
  pause: (world, { one }) => world.pause(world.departments[one % caps.length] ?? 0),
  age: (world) => world.age(),
  pull: (world, { one }) => world.pull(world.departments[one % caps.length] ?? 0),
  retry: async (world, { one }) => {
    const row = await world.choose(one, ['failed'])
    if (!row) return
    const elsewhere = await world.choose(0, ['unknown'], row.lead)
    const isFree = world.model.pairOf(row).is === 'free' && !elsewhere
    expect(await world.act(row.id, 'retry')).toBe(isFree ? 200 : 409)
    if (!isFree) return
    world.orders.decide(row)
    world.model.open(row)
  },
  cancel: (world, { one }) => end(world, one, ['pending', 'waiting', 'retrying'], 'cancel'),
  return: (world, { one }) => end(world, one, ['sent'], 'return', { reason: 'no_request' }),
  accepted: (world, { one }) => resolve(world, one, 'accepted'),
  again: (world, { one }) => resolve(world, one, 'again'),
  leave: (world, { one }) => resolve(world, one, 'leave'),
} satisfies Record<string, (world: World, step: Omit<Step, 'name'>) => Promise<void>>

/** A person ends a send. */
async function end(
  world: World,
  one: number,
  states: readonly string[],
  name: string,
  input: object = {},
): Promise<void> {
  const row = await world.choose(one, states)
  if (!row) return
  expect(await world.act(row.id, name, input)).toBe(200)
  world.orders.decide(row)
  const pair = world.model.pairOf(row)
  // What may have been accepted is not taken back by a word of ours.
  pair.is = name === 'cancel' && pair.isDoubtful ? 'taken' : 'free'
  if (pair.is === 'free') world.excuse(row)
}

/** A person says what became of a send whose outcome is unknown: right or wrong, it holds. */
async function resolve(world: World, one: number, outcome: string): Promise<void> {
  const row = await world.choose(one, ['unknown'])
  if (!row) return
  expect(await world.act(row.id, 'resolve', { outcome })).toBe(200)
  world.model.decided.add(row.id)
  world.orders.decide(row)
  if (outcome === 'again') world.model.open(row)
  else world.model.pairOf(row).is = outcome === 'accepted' ? 'taken' : 'free'
}

const names = Object.keys(steps) as Step['name'][]
const often = ['plan', 'plan', 'play', 'work', 'claim', 'call', 'write', 'pass'] as const

const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(...names, ...often),
  one: fc.nat(1_000),
  many: fc.array(fc.nat(leadCount - 1), { minLength: 1, maxLength: leadCount }),
})

const [firstBatching = 0] = batching

/** Each answer about several leads comes in every run: by chance it would be rare. */
const batchExamples = answersAboutEach.map((_, at): [Step[]] => [
  [
    { name: 'play', one: at * caps.length + firstBatching, many: [] },
    { name: 'plan', one: (1 << firstBatching) - 1, many: [...Array(leadCount).keys()] },
    { name: 'work', one: 0, many: [] },
  ],
])

/** What a gateway did not answer waits for a place that another lead has taken since. */
const waitsAfterGateway: [Step[]] = [
  [
    { name: 'plan', one: 284, many: [2, 0, 3, 1] },
    { name: 'pause', one: 621, many: [] },
    { name: 'claim', one: 0, many: [] },
    { name: 'pass', one: 0, many: [] },
    { name: 'plan', one: 0, many: [0] },
    { name: 'play', one: 691, many: [] },
    { name: 'work', one: 0, many: [] },
  ],
]

/** What the broker may have accepted is cancelled before it is called again. */
const cancelledInDoubt: [Step[]] = [
  [
    { name: 'play', one: 12, many: [] },
    { name: 'plan', one: 182, many: [0] },
    { name: 'work', one: 0, many: [] },
    { name: 'cancel', one: 0, many: [] },
    { name: 'plan', one: 0, many: [0] },
  ],
]

/** What a gateway did not answer is cancelled: it counts as not accepted, though the broker has it. */
const cancelledAfterGateway: [Step[]] = [
  [
    { name: 'play', one: 290, many: [] },
    { name: 'plan', one: 0, many: [0] },
    { name: 'work', one: 0, many: [] },
    { name: 'cancel', one: 0, many: [] },
    { name: 'plan', one: 0, many: [1] },
  ],
]

const examples = [...batchExamples, waitsAfterGateway, cancelledInDoubt, cancelledAfterGateway]

/** Runs random sequences of steps against the model, each with departments and leads of its own. */
export async function runModel(numRuns: number): Promise<void> {
  const sending = await createSending({ slowMs: 1_000 })
  try {
    const sender = await sending.server.as('Administrator')
    await sending.query(`update users set is_sender = true`)
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 30 }),
      async (all) => runSteps(await createWorld(sending, sender, leadCount), all),
    )
    const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
    process.stdout.write(`seed ${seed}, ${numRuns} runs\n`)
    await fc.assert(property, { numRuns: examples.length + numRuns, seed, examples })
  } finally {
    await sending.close()
  }
}

async function runSteps(world: World, all: readonly Step[]): Promise<void> {
  try {
    for (const { name, ...rest } of all) {
      await steps[name](world, rest)
      await world.settle()
    }
    await world.finish()
  } finally {
    await world.end()
  }
}
