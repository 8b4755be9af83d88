import {
  conflict,
  contextOf,
  forbidden,
  getRecord,
  idPath,
  keyOf,
  onceApart,
  transact,
  type Api,
  type Backend,
} from '#server'

import { msg } from '../../../msg.server.ts'
import { logCall } from '../../callLog/logCalls.server.ts'
import { buildRequest, type SendLead } from '../request/buildRequest.server.ts'
import { callIntegration } from '../callIntegration.server.ts'
import { integration, type Integration } from '../integration.ts'
import { reloadForCall, type LoadedIntegration } from '../loadForCall.server.ts'
import { exampleCall } from './previewRequest.server.ts'
import { previewContract, previewOneContract, testContract } from './trialContracts.server.ts'
import { firstTestLead, seenLead, testLead } from './trialLead.server.ts'
import { syntheticLead } from './syntheticLead.server.ts'
import { blank, exampleSecrets, knownOf, previewOf, shown } from './trialPreview.server.ts'
import { closeTrial, openAttempt, openTrial } from './trialSend.server.ts'
import { namesOnly, reportOf, type User } from './trialReport.server.ts'
import { leadFor, withTyped } from './typedLead.server.ts'

/** Looks at a call, and makes one with a test lead (product.md 7.5). */
export function trialRoutes(app: Api, backend: Backend): void {
  const path = `/${integration.api}`
  const preview = { config: { access: { permission: 'send.integration.view' } } }

  app.post(`${path}/preview`, { schema: previewContract, ...preview }, async ({ user, body }) => {
    const lead = await leadFor(user, body, backend)
    const values = { ...blank, ...knownOf(body.values) } as unknown as Integration
    return { data: previewOf(values, lead, {}, backend) }
  })

  app.post(
    `${path}/${idPath}/preview`,
    { schema: previewOneContract, ...preview },
    async ({ user, body, params }) => {
      const { integration: saved, secrets } = await visible(user, params.id, backend)
      const lead = await leadFor(user, body, backend)
      const values = { ...saved, ...knownOf(body.values) } as Integration
      return { data: previewOf(values, lead, secrets.headers, backend) }
    },
  )

  const test = { config: { access: { permission: 'send.integration.test' } } }
  app.post(`${path}/${idPath}/test`, { schema: testContract, ...test }, async (request) => {
    const { user, body, params } = request
    const loaded = await visible(user, params.id, backend)
    if (loaded.integration.state === 'archived') {
      throw conflict(msg('this_integration_is_archived'))
    }
    const found =
      (await testLead(body.lead, backend.database.sql)) ??
      (body.lead === undefined
        ? await transact(backend, request, (scope) => firstTestLead(contextOf(scope)))
        : undefined)
    if (!found) {
      if (body.lead !== undefined) throw conflict(msg('choose_a_test_lead'))
      const message = msg('there_is_no_test_lead')
      throw conflict(message, { source: [message] })
    }
    // Of who has chosen none the call is the one that was shown before.
    const example = { ...syntheticLead, id: found.id, uuid: found.uuid }
    const isChosen = body.lead !== undefined
    const lead = withTyped(isChosen ? found : example, body.typed)
    const seen = isChosen ? withTyped(await seenLead(backend, user, found.id), body.typed) : lead
    const make = () => makeTrial(loaded, { found, lead, seen }, user, backend)
    return { data: await onceApart(keyOf(request), backend.database.sql, make) }
  })
}

async function visible(user: User, id: number, backend: Backend): Promise<LoadedIntegration> {
  await getRecord(backend, integration, user, id)
  const loaded = await reloadForCall(id, backend)
  if (!loaded) throw forbidden()
  return loaded
}

interface Trial {
  /** Whose trial it is. */
  readonly found: SendLead
  /** What is sent of it, or in its place. */
  readonly lead: SendLead
  /** The lead as who makes the trial may see it. */
  readonly seen: SendLead
}

async function makeTrial(
  loaded: LoadedIntegration,
  { found, lead, seen }: Trial,
  user: User,
  backend: Backend,
) {
  const { integration: used } = loaded
  const trial = await openTrial(used, found, user, backend)
  const context = { ...exampleCall(), send: trial }
  const called = await callIntegration(
    {
      loaded,
      lead,
      context,
      before: (redacted) => openAttempt(trial, redacted, backend),
    },
    backend,
  )
  await closeTrial(trial, used, called, backend)
  if ('built' in called && called.built) {
    const { request } = called.built
    await logCall(backend, {
      kind: 'test',
      integration: used,
      request: { ...request, body: request.body ?? null },
      answer: called.answer,
      lead: lead.id,
      send: trial.id,
      user: user.id,
      correlationId: trial.uuid,
    })
  }
  const built = buildRequest(used, { ...exampleSecrets, ...namesOnly(loaded) }, seen, context)
  return {
    send: trial.id,
    ...('redacted' in built && { request: shown(built.redacted) }),
    ...reportOf(called, used, user),
  }
}
