import { Readable } from 'node:stream'

import { jobContract as contract } from '#contract'
import type { Resource, User } from '#schema'

import { recordAudit } from '../audit/audit.ts'
import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { inTransaction } from '../database/connection.ts'
import { conflict, notFound } from '../kernel/errors.ts'
import { findFile, readFile, type StoredFile } from '../files/store.ts'
import { attachment } from '../kernel/behavior/attachment.ts'
import { piecesInTurn } from '../kernel/turns/fairShare.ts'
import { authorOf } from '../kernel/guard.ts'
import { idPath } from '../records/idPath.ts'
import { createLanguages } from '../translations/answers.ts'
import { findJob } from './claim.ts'
import { skippedCsv, skippedName, skippedType } from './skipped.ts'
import type { Job } from '../kernel/jobs.ts'
import { msg } from '../../texts/serverMsg.ts'

/** What can be done with a job beyond listing it. */
export function jobRoutes(app: Api, backend: Backend): void {
  const resource = backend.resource('jobs')
  for (const control of controls) controlRoute(app, backend, resource, control)
  downloadRoute(app, backend, resource)
}

const controls = [
  {
    name: 'cancel',
    summary: 'Stop a job',
    permission: 'user.profile.job.cancel',
    done: msg('the_job_is_being_cancelled'),
    refusal: msg('this_job_has_ended_or_is_being'),
  },
  {
    name: 'pause',
    summary: 'Let a job rest',
    permission: 'user.profile.job.pause',
    done: msg('the_job_rests_after_the_part_under'),
    refusal: msg('only_a_job_that_waits_or_runs'),
  },
  {
    name: 'resume',
    summary: 'Let a job go on',
    permission: 'user.profile.job.pause',
    done: msg('the_job_goes_on'),
    refusal: msg('only_a_paused_job_can_be_resumed'),
  },
  {
    name: 'retry',
    summary: 'Try the failed part of a job again',
    permission: 'user.profile.job.retry',
    done: msg('the_job_is_tried_again'),
    refusal: msg('nothing_of_this_job_can_be_tried'),
  },
] as const

/** What a user may do with own jobs, and with everybody's when they see them. */
function controlRoute(
  app: Api,
  backend: Backend,
  resource: Resource,
  { name, summary, permission, done, refusal }: (typeof controls)[number],
): void {
  const { api, permission: prefix } = resource
  const schema = contract.control(resource, summary)
  const config = { access: { permission } }
  const path = `/${api}/${idPath}/${name}`
  app.post(path, { schema, config }, async (request) => {
    const { id } = request.params
    await inTransaction(backend.database, async (sql) => {
      const job = await findJob(sql, id)
      if (!job || !mayReach(request.user, job, prefix)) throw notFound()
      const isDone =
        name === 'retry' ? backend.jobs.retry(sql, id, request) : backend.jobs[name](sql, id)
      if (!(await isDone)) throw conflict(refusal)
      await recordAudit(sql, {
        ...authorOf(request),
        action: name,
        resource: resource.name,
        record_id: id,
      })
    })
    return { message: done, data: { id } }
  })
}

function mayReach(user: User, job: Job, permission: string): boolean {
  return job.user === user.id || user.permissions.has(`${permission}.all`)
}

function downloadRoute(app: Api, backend: Backend, resource: Resource): void {
  const schema = contract.download(resource)
  const config = { access: { resource, operation: 'show' } } as const
  const languageOf = createLanguages(backend)
  const path = `/${resource.api}/${idPath}/download/:kind(^(?:result|error)$)`
  app.get(path, { schema, config }, async (request, reply) => {
    const { user, params } = request
    const { sql } = backend.database
    const job = await findJob(sql, params.id)
    const file = job && mayDownload(backend, user, job) && (await fileOf(sql, job, params.kind))
    if (!file || file.user_id !== user.id) throw notFound()
    const isSkipped = file.media_type === skippedType
    const language = await languageOf(request)
    const sent = isSkipped
      ? { name: skippedName(job, language), type: 'text/csv; charset=utf-8' }
      : sentOf(file)
    await recordAudit(sql, {
      ...authorOf(request),
      action: 'download',
      resource: resource.name,
      record_id: job.id,
      job_id: job.id,
      // Named after the job, which may be named after a file of people: the log could never forget that.
      ...(!isSkipped && { detail: { file: sent.name } }),
    })
    const kept = readFile(sql, file.id)
    const pieces = isSkipped ? skippedCsv(kept, language) : kept
    const content = Readable.from(piecesInTurn(request, pieces), { objectMode: false })
    return reply.headers(attachment(sent)).send(content)
  })
}

/** A result is for the person who asked for it, while that person may still ask for it. */
function mayDownload(backend: Backend, user: User, job: Job): boolean {
  const hasEnded = job.state.startsWith('finished') || job.state === 'failed'
  return job.user === user.id && hasEnded && backend.jobs.mayDownload(job, user)
}

async function fileOf(database: Sql, job: Job, kind: 'result' | 'error') {
  const id = job[`${kind}_file`]
  return id === null ? undefined : findFile(database, id)
}

const sentOf = ({ name, media_type: type, stored: length }: StoredFile) => ({ name, type, length })
