import { sql } from 'kysely'

import {
  duplicateActionsOf,
  importForm,
  importModesOf,
  labelOf,
  mayWrite,
  type Resource,
  type User,
  makesRecords,
} from '#schema'

import type { Backend, Context } from '../../kernel/backend.ts'
import type { Row as Values } from '../../records/read/select.ts'
import { columnsOf } from './conversion.ts'
import { storedOptions, type StoredOptions } from '../storedOptions.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { conflict, forbidden, RequestError } from '../../kernel/errors.ts'
import type { JobContext } from '../../jobs/kind.ts'
import { defaultsOf } from '../../records/write/presets.ts'
import { contextOf } from '../../records/write/hooks.ts'
import { withUnitOfWork } from '../../records/write/transact.ts'
import { checkReferences } from '../../records/write/validation/validateWrite.ts'
import { badFile } from '../../../csv/fileError.ts'

export const importType = 'import'
export const checkType = 'import_check'

/** An import as a worker needs it: what was ordered, with the rights its user has by now. */
export interface Task {
  readonly id: number
  readonly job: number
  /** The number of the chunk at work. */
  readonly chunk: number
  /** Saves nothing: only tells what an import would do. */
  readonly isCheck: boolean
  /** The uploaded file. */
  readonly file: string
  readonly backend: Backend
  readonly resource: Resource
  /** What the rows are read as: another than the resource where they tell outcomes. */
  readonly form: Resource
  readonly user: User
  readonly options: StoredOptions
  /** What a record has before its row is read: defaults, the settings of the import, and whose it is. */
  readonly base: Values
}

interface Stored {
  readonly resource: string
  readonly file: string
  readonly options: unknown
  readonly has_file: boolean
}

/** The marked fields of a job are not seen: what refuses one of its settings by now says which. */
async function named<Result>({ fields }: Resource, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const errors = error instanceof RequestError ? Object.entries(error.errors ?? {}) : []
    const [name = '', [problem] = []] = errors[0] ?? []
    if (problem === undefined) throw error
    throw conflict(msg('of_part', { part: labelOf(name, fields[name]), problem }))
  }
}

/** Reads an import and refuses to go on when its user may no longer do what was ordered (attack B15). */
export async function loadTask(
  chunk: number,
  { job, user, backend, sql: database }: JobContext,
): Promise<Task> {
  const id = Number(job.parameters['import'])
  const { rows } = await sql<Stored>`
    select resource, file, options,
      exists (select 1 from files where files.id = file::uuid) as has_file
    from imports where id = ${id}`.execute(database)
  const stored = rows[0]
  if (!stored) throw new Error(`import ${id} is gone`)
  if (!stored.has_file) throw badFile(msg('the_uploaded_file_is_gone'))
  const resource = backend.resource(stored.resource)
  const options = storedOptions.parse(stored.options)
  const form = importForm(resource, options.mode)
  const { mode, duplicates } = options
  const isAllowed =
    resource.access.import(user) !== false &&
    importModesOf(resource, user).includes(mode) &&
    duplicateActionsOf(resource, mode, user).includes(duplicates)
  const columns = columnsOf(form, options)
  const names = [...columns.map(({ name }) => name), ...Object.keys(options.settings)]
  if (!isAllowed || !names.every((name) => mayWrite(user, form.fields[name]))) {
    throw forbidden(msg('the_user_may_no_longer_import_this'))
  }
  await named(form, () => checkReferences(backend, form, user, options.settings, database))
  const task = {
    id,
    job: job.id,
    chunk,
    isCheck: job.type === checkType,
    file: stored.file,
    backend,
    resource,
    form,
    user,
    options,
  }
  // A record that is there keeps whatever no one has given it.
  if (!makesRecords(options)) return { ...task, base: options.settings }
  const author = { user_id: user.id, job_id: job.id }
  const shared = await named(resource, () =>
    withUnitOfWork(database, (unitOfWork) => {
      const context = contextOf({ backend, user, author, sql: database, unitOfWork })
      return sharedValues(resource, options.settings, context)
    }),
  )
  const { origin, importer } = resource.import ?? {}
  return {
    ...task,
    base: {
      ...defaultsOf(resource, user),
      ...shared,
      ...(origin && { [origin]: id }),
      ...(importer && { [importer]: user.id }),
    },
  }
}

/** What the settings say for all rows, with what the business adds. */
export async function sharedValues(
  resource: Resource,
  settings: Values,
  context: Context,
): Promise<Values> {
  const hook = context.backend.business.behaviors[resource.name]?.beforeImport
  return hook ? await hook(settings, context) : settings
}
