import type { Behavior } from '#server'

import { sendAgain } from '../engine/plan/sendAgain.server.ts'
import { sendJob } from '../engine/sendJob.server.ts'
import { sendRoutes } from '../engine/sendRoutes.server.ts'
import { createWakeWorker } from '../engine/wakePart.server.ts'
import { createSendWorker } from '../engine/worker.server.ts'
import { importSendJob } from '../importSend/importSend.server.ts'
import { forgetLinks } from './links.server.ts'
import { watchSchedule } from '../../watch/watchSchedule.server.ts'
import type { send } from './send.ts'
import { sendActions } from './sendActions.server.ts'
import { pausedBySql, waitSql, waitsForSql } from './waitsFor.server.ts'

export const sendBehavior: Behavior<typeof send> = {
  derived: {
    no_broker_id: `d.state = 'sent' and d.api_lead_id is null and exists (
      select from send_integrations i where i.id = d.integration and i.pull_mode = 'ids')`,
    is_later_ftd: `d.ftd_at is not null and d.ftd_cancelled_at is null and exists (
      select from leads l where l.id = d.lead and l.ftd_department <> d.department)`,
    ftd_status: `case when d.ftd_cancelled_at is not null then 'cancelled'
      when d.ftd_at is not null then 'yes' else 'no' end`,
    waits_for: waitsForSql,
    wait: waitSql,
    paused_by: pausedBySql,
  },

  routes: sendRoutes,

  jobs: { lead_send: sendJob('lead.send'), import_send: importSendJob },

  schedules: { watch: watchSchedule, 'auto-login links': { every: 1, run: forgetLinks } },

  workers: (backend) => [createSendWorker(backend), createWakeWorker(backend)],

  actions: sendActions,

  bulk: sendAgain,
}
