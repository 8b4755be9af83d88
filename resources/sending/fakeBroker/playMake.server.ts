import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

import { json, mixedAnswer, scenarios, type FakeCall } from './fakeAnswers.server.ts'
import type { FakeLeads } from './fakeLeads.server.ts'
import { pulledRows } from './fakePulls.server.ts'
import type { makeAt } from './fakeTemplates.server.ts'

interface Played {
  readonly call: FakeCall
  readonly headers: IncomingHttpHeaders
  readonly leads: FakeLeads
}

/**
 * Answers as brokers of one make do: with `?answer=capacity` that, else it takes the lead. An answer that is of no make, like
 * `cut` or `error-after-accept`, is that of the path of its name.
 */
export function playMake(
  { name, make, pull }: NonNullable<ReturnType<typeof makeAt>>,
  { call, headers, leads }: Played,
  response: ServerResponse,
): void | Promise<void> {
  const { query, body, origin } = call
  const say = (answer: keyof typeof make.answers) => {
    const id = answer === 'success' ? call.accept().id : ''
    return json(response, ...make.answers[answer]({ id, link: `${origin}/login/${id}` }))
  }
  const wanted = query.get('answer') ?? 'success'
  const answer = wanted === 'mixed' ? mixedAnswer(body) : wanted
  if (!make.isSignedIn(headers) || answer === 'auth') return say('auth')
  if (pull) {
    const [from, to] = pull.between
    const asked = { ...body, from: body[from], to: body[to] }
    const { rows, ...counts } = pulledRows(leads, asked, ({ scenario }) => scenario === name)
    return json(response, 200, pull.page(rows.map(pull.row), counts))
  }
  if (isAnswerOf(make.answers, answer)) return say(answer)
  const scenario = scenarios.get(answer)
  if (scenario) return scenario(call, response)
  return json(response, 404, { message: 'Not found' })
}

const isAnswerOf = <Answers extends object>(
  answers: Answers,
  name: string,
): name is string & keyof Answers => Object.hasOwn(answers, name)
