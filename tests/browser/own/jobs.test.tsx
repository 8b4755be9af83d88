import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { answerRecords, api, jobRecord, serveApi, visit } from './console.tsx'

serveApi()

const rights = ['view', 'cancel', 'pause', 'retry'].map((right) => `user.profile.job.${right}`)
const path = 'profile/job'

const open = async (
  records: readonly { id: number }[],
  permissions: readonly string[] = rights,
) => {
  answerRecords(path, records)
  const visited = visit('/profile/jobs', permissions)
  await screen.findByText('Job 1')
  return visited
}

const menuOf = async (person: ReturnType<typeof visit>['person'], name: string) => {
  await person.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  return (await screen.findAllByRole('menuitem')).map((one) => one.textContent)
}

const headings = () => screen.getAllByRole('columnheader').map((one) => one.textContent)
const isVisible = {
  value: 'visible' as DocumentVisibilityState,
  configurable: true,
  writable: true,
}

beforeEach(() => void Object.defineProperty(document, 'visibilityState', isVisible))
afterEach(() => void vi.useRealTimers())

describe('the list of jobs', () => {
  it('shows progress, and moves with the live stream', async () => {
    let tell = (_text: string) => {}
    api.answer('GET /api/events', { streams: (write) => (tell = write) })
    await open([jobRecord(1)])
    expect(screen.getByRole('progressbar', { name: 'Progress' }).ariaValueNow).toBe('40')
    await waitFor(() => expect(api.callsTo('GET /api/events')).toHaveLength(1))
    tell('event: job\ndata: {"id":1,"state":"running","progress":70,"processed":7,"pending":3}\n\n')
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Progress' }).ariaValueNow).toBe('70'),
    )
  })

  it('has the user column only with user.profile.job.all', async () => {
    await open([jobRecord(1)])
    expect(headings()).not.toContain('User')
  })

  it('has it with user.profile.job.all', async () => {
    await open(
      [jobRecord(1, { user: 9, labels: { user: { id: 9, label: 'Bob' } } })],
      [...rights, 'user.profile.job.all'],
    )
    expect(headings()).toContain('User')
    expect(screen.getByText('Bob')).toBeTruthy()
  })

  it.each([
    ['running', rights, ['Pause the job', 'Cancel the job']],
    ['queued', rights, ['Pause the job', 'Cancel the job']],
    ['paused', rights, ['Resume the job', 'Cancel the job']],
    ['cancelling', rights, []],
    ['finished', rights, []],
    ['running', [rights[0]!, rights[1]!], ['Cancel the job']],
    ['paused', [rights[0]!], []],
  ])('offers for a job that is %s, to holders of %j: %j', async (state, permissions, acts) => {
    const { person } = await open([jobRecord(1, { state })], permissions)
    const items = await menuOf(person, 'Job 1')
    expect(items.filter((one) => one?.endsWith('the job'))).toEqual(acts)
  })

  it.each([
    ['Pause the job', 'running', 'pause'],
    ['Resume the job', 'paused', 'resume'],
    // F2: what failed goes on where it stopped.
    ['Try the job again', 'failed', 'retry'],
  ])('"%s" tells the server, and says what it answers', async (label, state, name) => {
    api.answer(`POST /api/${path}/1/${name}`, {
      body: { message: 'As you like.', data: { id: 1 } },
    })
    const { person } = await open([jobRecord(1, { state })])
    await menuOf(person, 'Job 1')
    await person.click(screen.getByRole('menuitem', { name: label }))
    await screen.findByText('As you like.')
    expect(api.callsTo(`POST /api/${path}/1/${name}`)).toHaveLength(1)
  })

  const skipping = { result: { skipped: { invalid: 2 } }, error_file: 'b' }

  it.each([
    ['the records that it skipped', skipping, true],
    ['no list of what failed', { ...skipping, error_file: null }, false],
    ['records that an undo skipped', { ...skipping, parameters: { act: 'undo' } }, false],
  ])('offers to try again what failed of one that tells %s', async (_what, told, isOffered) => {
    const { person } = await open([jobRecord(1, { state: 'finished_with_errors', ...told })])
    const items = await menuOf(person, 'Job 1')
    expect(items.includes('Try the failed part again')).toBe(isOffered)
  })

  it('asks before a job is cancelled, and says how much of it is left', async () => {
    api.answer(`POST /api/${path}/1/cancel`, { body: { message: 'As you like.', data: { id: 1 } } })
    const { person } = await open([jobRecord(1, { state: 'running', pending: 228 })])
    const ask = async () => {
      await menuOf(person, 'Job 1')
      await person.click(screen.getByRole('menuitem', { name: 'Cancel the job' }))
      return screen.findByRole('dialog', { name: /Cancel the job/ })
    }
    const dialog = await ask()
    expect(dialog.textContent).toContain('228 are left and will not be done')
    const stay = within(dialog).getByRole('button', { name: 'Let it go on' })
    expect(document.activeElement).toBe(stay)
    await person.click(stay)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(`POST /api/${path}/1/cancel`)).toEqual([])
    await person.click(within(await ask()).getByRole('button', { name: 'Cancel the job' }))
    await screen.findByText('As you like.')
    expect(api.callsTo(`POST /api/${path}/1/cancel`)).toHaveLength(1)
  })

  it('gives the result and the errors of an own job that has ended', async () => {
    const files = { result_file: 'a', error_file: 'b' }
    const ended = { state: 'finished_with_errors', ...files }
    api.answer(`GET /api/${path}/1/download/result`, { body: 'text' })
    const { person } = await open([
      jobRecord(1, ended),
      jobRecord(2, files),
      jobRecord(3, { state: 'finished' }),
    ])
    const row = (name: string) => screen.getByText(name).closest('tr')!
    const buttons = (name: string) =>
      within(row(name))
        .queryAllByRole('button')
        .map((one) => one.textContent)
        .filter(Boolean)
    expect(buttons('Job 1')).toEqual(['Download', 'Download errors'])
    expect(buttons('Job 2')).toEqual([])
    expect(buttons('Job 3')).toEqual([])
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await person.click(within(row('Job 1')).getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(click).toHaveBeenCalled())
    expect(api.callsTo(`GET /api/${path}/1/download/result`)).toHaveLength(1)
    click.mockRestore()
  })

  it('fetches a file once while it is on its way, however often it is asked for', async () => {
    const result = `GET /api/${path}/1/download/result`
    let send = () => {}
    const held = new Promise<void>((resolve) => (send = resolve))
    api.answer(result, async () => (await held, { body: 'text' }))
    const { person } = await open([jobRecord(1, { state: 'finished', result_file: 'a' })])
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const button = screen.getByRole('button', { name: 'Download' })
    await person.dblClick(button)
    await person.keyboard('{Enter}')
    await waitFor(() => expect(api.callsTo(result)).not.toEqual([]))
    expect(document.activeElement).toBe(button)
    send()
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(api.callsTo(result)).toHaveLength(1)
    // Once it is there, it can be had again.
    await person.click(button)
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2))
    saved.mockRestore()
  })

  it('gives nobody the files of somebody else', async () => {
    const record = jobRecord(1, { state: 'finished', result_file: 'a', user: 9 })
    const { person } = await open([record], [...rights, 'user.profile.job.all'])
    expect(await menuOf(person, 'Job 1')).not.toContain('Download')
  })

  it.each([
    [{ resource: 'books' }, '/library/books/search'],
    [
      { resource: 'books', filter: { author: '3', search: 'sea', sort: '-id' } },
      '/library/books/search?filter=%7B%22author%22%3A%223%22%2C%22search%22%3A%22sea%22%7D',
    ],
    [{ resource: 'ghosts' }, undefined],
    [null, undefined],
  ])('leads from a job with %j to the list it worked on', async (parameters, address) => {
    const { person } = await open([jobRecord(1, { parameters })], [...rights, 'book.view'])
    await menuOf(person, 'Job 1')
    const item = screen.queryByRole('menuitem', { name: 'Open its list' })
    expect(item?.getAttribute('href')).toBe(address)
  })

  it.each([
    ['of an own import', undefined, ['book.import'], '/library/books/search/import?import=7'],
    ['of an import of somebody else', 9, ['book.import', 'user.profile.job.all'], undefined],
    ['with a list whose files the user may not bring', undefined, [], undefined],
  ])('leads from a job %s to what it came to', async (_job, user, more, address) => {
    const parameters = { import: 7, resource: 'books', file: 'books.csv' }
    const record = jobRecord(1, { state: 'finished', parameters, ...(user && { user }) })
    const { person } = await open([record], [...rights, 'book.view', ...more])
    await menuOf(person, 'Job 1')
    const item = screen.queryByRole('menuitem', { name: 'Open the result' })
    expect(item?.getAttribute('href')).toBe(address)
  })

  it('does not lead to a list that the user may not see', async () => {
    const { person } = await open([jobRecord(1)])
    expect(await menuOf(person, 'Job 1')).not.toContain('Open its list')
  })
})

describe('the refresh', () => {
  const count = () => api.callsTo(`GET /api/${path}/search`).length
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

  const openWith = async (state: string) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    await open([jobRecord(1, { state })])
    await waitFor(() => expect(count()).toBe(1))
  }

  it('comes every 5 s while something runs', async () => {
    await openWith('running')
    await pass(3_000)
    expect(count()).toBe(1)
    await pass(2_500)
    await waitFor(() => expect(count()).toBe(2))
    await pass(5_000)
    await waitFor(() => expect(count()).toBe(3))
  })

  it('rests while the tab is hidden', async () => {
    await openWith('running')
    Object.defineProperty(document, 'visibilityState', { ...isVisible, value: 'hidden' })
    await pass(12_000)
    expect(count()).toBe(1)
  })

  it.each(['finished', 'failed', 'cancelled', 'paused'])(
    'rests while every job is %s',
    async (state) => {
      await openWith(state)
      await pass(12_000)
      expect(count()).toBe(1)
    },
  )
})

describe('undoing what a job did', () => {
  const may = [...rights, 'book.view', 'book.update', 'book.delete']
  const later = () => new Date(Date.now() + 60_000).toISOString()
  const done = (changes: object = {}) =>
    jobRecord(1, {
      state: 'finished',
      processed: 10,
      failed: 1,
      pending: 0,
      parameters: { resource: 'books', act: 'update', values: {} },
      undoable_until: later(),
      ...changes,
    })

  it('is offered after a reload, asks first, and reports what came of it', async () => {
    const report = { done: 7, skipped: 2, reasons: [], failures: [], records: [] }
    api.answer('POST /api/library/book/bulk/undo', {
      body: { message: 'The change is undone', data: report },
    })
    const { person } = await open([done()], may)
    await menuOf(person, 'Job 1')
    await person.click(screen.getByRole('menuitem', { name: 'Undo what it did' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('What it did to 9 records is taken back.')
    expect(api.callsTo('POST /api/library/book/bulk/undo')).toHaveLength(0)
    await person.click(within(dialog).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.callsTo('POST /api/library/book/bulk/undo')).toHaveLength(1))
    const [call] = api.callsTo('POST /api/library/book/bulk/undo')
    expect(call?.body).toEqual({ job_id: 1 })
    await waitFor(() => expect(dialog.textContent).toContain('2'))
  })

  it('of a deletion brings the records back', async () => {
    api.answer('POST /api/library/book/bulk/restore', {
      status: 202,
      body: { data: { job_id: 2 } },
    })
    answerRecords(path, [done({ parameters: { resource: 'books', act: 'delete' } })])
    const { person } = visit('/profile/jobs/1/show', may)
    const drawer = await screen.findByRole('dialog')
    await person.click(await within(drawer).findByRole('button', { name: 'Undo what it did' }))
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.callsTo('POST /api/library/book/bulk/restore')).toHaveLength(1))
  })

  it('of a declared action is offered to those who may do it, whether or not they may edit', async () => {
    const parameters = { resource: 'books', act: 'reprint', values: { note: 'Soon' } }
    api.answer('POST /api/library/book/bulk/undo', { status: 202, body: { data: { job_id: 2 } } })
    answerRecords(path, [done({ parameters })])
    const { person } = visit('/profile/jobs/1/show', [...rights, 'book.view', 'book.reprint'])
    const drawer = await screen.findByRole('dialog')
    await person.click(await within(drawer).findByRole('button', { name: 'Undo what it did' }))
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.callsTo('POST /api/library/book/bulk/undo')).toHaveLength(1))
  })

  it.each([
    ['when the server tells no time', { undoable_until: null }, may],
    ['when the time is over', { undoable_until: '2026-01-01T00:00:00Z' }, may],
    ['to others who see the job', { user: 9 }, [...may, 'user.profile.job.all']],
    ['to those who may not change the records', {}, [...rights, 'book.view']],
    [
      'to those who may not do the action',
      { parameters: { resource: 'books', act: 'reprint' } },
      may,
    ],
    ['for an action that is gone', { parameters: { resource: 'books', act: 'lend' } }, may],
  ])('is not offered %s', async (_, changes, permissions) => {
    const { person } = await open([done(changes)], permissions)
    expect(await menuOf(person, 'Job 1')).not.toContain('Undo what it did')
  })
})

describe('one job over the list', () => {
  it.each([
    ['import_check', 'Check of a file'],
    ['books.remind', 'Remind readers'],
    ['gone.since', 'gone.since'],
  ])('says of the type %s: %s', async (type, words) => {
    answerRecords(path, [jobRecord(1, { type })])
    visit('/profile/jobs/1/show', rights)
    const drawer = await screen.findByRole('dialog')
    expect(await within(drawer).findByText(words)).toBeTruthy()
  })

  it('are found by types that are chosen by their words', async () => {
    api.answer(`GET /api/${path}/search/values`, { body: { data: [] } })
    const { person } = await open([jobRecord(1)])
    await person.click(screen.getByRole('button', { name: /^Filters/ }))
    await person.click(await screen.findByRole('combobox', { name: 'Type' }))
    const choices = (await screen.findAllByRole('option')).map((one) => one.textContent)
    expect(choices).toEqual([
      'Bulk action',
      'Export',
      'Import',
      'Check of a file',
      'Undo of an import',
      'Merging',
      'Remind readers',
    ])
    await person.click(screen.getByRole('option', { name: 'Remind readers' }))
    await waitFor(() =>
      expect(api.callsTo(`GET /api/${path}/search`).at(-1)?.path).toContain('type=books.remind'),
    )
  })

  it('says in words what was asked for, and what came of it', async () => {
    const parameters = { resource: 'books', act: 'reprint', values: { note: 'Soon' } }
    const reasons = [{ reason: 'It is lent', count: 3 }]
    const result = { done: 4, skipped: { invalid: 3 }, reasons, file: '77f1bce8-3bfc' }
    answerRecords(path, [jobRecord(1, { parameters, result })])
    visit('/profile/jobs/1/show', rights)
    const told = [
      'List: Books',
      'Action: Reprint',
      'Printer’s note: Soon',
      '3 refused',
      '3 × It is lent',
    ]
    for (const words of [...told, 'Done: 4']) {
      await waitFor(() => expect(document.body.textContent).toContain(words))
    }
    expect(document.body.textContent).not.toMatch(/[{=]|77f1bce8/)
  })

  it('calls work and what it was asked for as the resource declares them', async () => {
    const names = [{ id: 3, title: 'Emma', label: 'Emma' }]
    api.answer('GET /api/library/book/search', { body: { data: names, meta: { total: 1 } } })
    // Some stand in a group of their own.
    const asked = {
      how: { is_urgent: true, note: null },
      books: [3],
      is_quiet: false,
      by_post: true,
    }
    answerRecords(path, [jobRecord(1, { type: 'books.remind', parameters: asked })])
    visit('/profile/jobs/1/show', [...rights, 'book.view'])
    for (const words of ['Remind readers', 'Books:', 'At once: Yes', 'By post: Yes']) {
      await waitFor(() => expect(document.body.textContent).toContain(words))
    }
    expect(document.body.textContent).not.toMatch(/Without a sound|Note|true/)
  })

  it.each([
    ['an edit', 'update', { title: 'Emma' }, ['Action: Edit', 'Title: Emma']],
    ['an action that is gone', 'lend', { days: 2 }, ['Action: lend', 'Values: days = 2']],
  ])('says what %s was given', async (_what, action, values, told) => {
    const parameters = { resource: 'books', act: action, values }
    answerRecords(path, [jobRecord(1, { parameters })])
    visit('/profile/jobs/1/show', rights)
    for (const words of told) {
      await waitFor(() => expect(document.body.textContent).toContain(words))
    }
  })

  it('has its acts, files and list as buttons', async () => {
    answerRecords(path, [jobRecord(1)])
    visit('/profile/jobs/1/show', [...rights, 'book.view'])
    const drawer = await screen.findByRole('dialog')
    await within(drawer).findByRole('button', { name: 'Pause the job' })
    expect(within(drawer).getByRole('button', { name: 'Cancel the job' })).toBeTruthy()
    expect(within(drawer).getByRole('link', { name: 'Open its list' })).toBeTruthy()
    expect(await within(drawer).findByRole('progressbar')).toBeTruthy()
  })
})
