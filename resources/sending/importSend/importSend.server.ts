import { z } from 'zod'

import type { User } from '#schema'
import { forbidden, recordsOfImport, type Behavior, type Context, type FollowImport } from '#server'

import { lead } from '../../leads/lead/lead.ts'
import { refuseLabels, spreadLabels } from '../../leads/lead/randomize.server.ts'
import { msg } from '../../msg.server.ts'
import { sendValues } from '../engine/plan/sendContract.ts'
import { partsOf, sendJob, type SendJobParameters } from '../engine/sendJob.server.ts'
import {
  checkDepartments,
  checkOrder,
  inOrder,
  jobName,
  parametersOf,
} from '../engine/sendRoutes.server.ts'
import { requireForce, requireSenderWith } from '../engine/plan/requireSender.server.ts'
import type { send } from '../send/send.ts'
import { mustSend } from './importSend.ts'

const permission = 'lead.importThenSend'

const labels = z.strictObject({
  field: z.enum(['tags', 'funnel', 'status'], {
    error: msg('this_field_cannot_be_generated'),
  }),
  spread: z
    .array(
      z.strictObject({
        label: z.string().trim().min(1).max(120),
        weight: z.int().min(1).max(100).default(10),
      }),
    )
    .min(1)
    .max(20),
})

const asks = z.strictObject({
  // The person who imports has seen none of the leads yet.
  values: sendValues.extend({ is_canary: z.boolean().default(true) }),
  with_filled: z
    .boolean()
    .default(false)
    .meta({ description: 'Also the leads that were there and that the file has filled' }),
  randomize: labels.optional().meta({
    description: 'Labels for those that have none, spread before they go; needs lead.randomizeData',
  }),
})

/** Sends the leads of a file once all of it is in (product.md 10.4). */
export const importThenSend: FollowImport = {
  name: 'send',
  asks,
  isRequired: mustSend,
  async prepare(asked, found, { user, sql }) {
    // The contract of the route has checked it.
    const { values, with_filled, randomize } = asked as z.output<typeof asks>
    await requireSenderWith(permission, { user, sql })
    requireForce(values, user)
    checkOrder(values)
    if (randomize) {
      requireRandomize(user)
      await refuseLabels({ ids: [], values: randomize }, { user, sql })
    }
    const count = found.created + (with_filled ? found.updated : 0)
    const names = await checkDepartments(values, count, sql)
    return {
      type: 'sends.import_send',
      name: jobName(names),
      parameters: {
        ...parametersOf(values, user),
        mode: 'import',
        order: values.order,
        with_filled,
        randomize,
      },
    }
  },
}

type Jobs = NonNullable<Behavior<typeof send>['jobs']>

type Parameters = SendJobParameters & {
  readonly import: number
  readonly order: z.output<typeof sendValues>['order']
  readonly randomize?: z.output<typeof labels>
  readonly with_filled: boolean
}

/** The job of a send that finds its leads in an import; its user must still be one who may. */
export const importSendJob: Jobs[string] = {
  ...sendJob(permission, spreadFirst),
  async plan({ job, user, sql }) {
    const asked = job.parameters as unknown as Parameters
    await requireSenderWith(permission, { user, sql })
    const { created, updated } = await recordsOfImport(asked.import, sql)
    const ids = [...created, ...(asked.with_filled ? updated.map(({ id }) => id) : [])]
    await checkDepartments(asked, ids.length, sql)
    return partsOf(inOrder(ids, asked.order), asked.is_canary ?? false)
  },
}

function requireRandomize({ permissions }: Pick<User, 'permissions'>): void {
  if (!permissions.has('lead.randomizeData')) throw forbidden()
}

/** Spreads labels over the leads that have none, so that what they say decides of their sends already (product.md 10.5). */
async function spreadFirst(ids: readonly number[], parameters: unknown, context: Context) {
  const { randomize } = parameters as Parameters
  if (!randomize) return
  requireRandomize(context.user)
  const leads = await context.records(lead).find({ id: { in: [...ids] } })
  await spreadLabels(
    leads.filter(({ stage }) => stage !== 'erased'),
    randomize,
    context,
  )
}
