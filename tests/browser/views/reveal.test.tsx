import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { fakeProvider, fewFields, refusal, rowsOf, visit } from './console.tsx'
import { lamp, without } from './fixture.ts'

const ada = lamp({ email: 'a•••••@e•••.com' })
const bo = lamp({ id: 8, text: 'Bo', email: 'b•••••@e•••.org' })

/** What the server answers when one record, or a page, is revealed. */
const revealing = (overrides: object = {}) => {
  const emails: Record<string, string> = { 7: 'ada@example.com', 8: 'bo@example.org' }
  const call = vi.fn(async (_method: string, path: string) => {
    const [, id] = /\/(\d+)\/reveal$/.exec(path) ?? []
    const page = Object.entries(emails).map(([one, email]) => [one, { email }])
    const data = id ? { values: { email: emails[id] } } : Object.fromEntries(page)
    return { data, meta: { left: 57 } }
  })
  const getOne = vi.fn(async () => ({ data: ada }))
  const provider = fakeProvider({
    getList: rowsOf(ada, bo),
    getOne: getOne as never,
    call: call as never,
    ...overrides,
  })
  return { call, provider }
}

const reveals = (call: { mock: { calls: unknown[][] } }) =>
  call.mock.calls
    .filter(([, path]) => String(path).endsWith('reveal'))
    .map((one) => one.slice(0, 3))

const pageTool = () => screen.findByRole('button', { name: 'Reveal contacts on this page' })

describe('M7: a list', () => {
  it('shows masks until its page is revealed, at once and as one act', async () => {
    const { provider, call } = revealing()
    const { person } = visit('/store/things', { provider })
    const tool = await pageTool()
    expect(screen.queryByRole('button', { name: /^Copy a/ })).toBeNull()
    await person.click(tool)
    const link = await screen.findByRole('link', { name: 'ada@example.com' })
    expect(link.getAttribute('href')).toBe('mailto:ada@example.com')
    expect(screen.getByText('bo@example.org')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy ada@example.com' })).toBeTruthy()
    expect(await screen.findByText('Revealed. 57 left this hour')).toBeTruthy()
    expect(reveals(call)).toEqual([
      ['POST', '/store/thing/reveal', { ids: [7, 8], fields: ['email'] }],
    ])
    await person.click(screen.getByRole('button', { name: 'Hide contacts on this page' }))
    expect(screen.getByText('a•••••@e•••.com')).toBeTruthy()
    expect((await pageTool()).title).toContain('57 left this hour')
    expect(reveals(call)).toHaveLength(1)
  })

  it('reveals one record from its menu, and the rest of the page after it', async () => {
    const { provider, call } = revealing()
    const { person } = visit('/store/things', { provider })
    await person.click(await screen.findByRole('button', { name: 'Actions for A small lamp' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Reveal' }))
    await screen.findByText('ada@example.com')
    expect(screen.getByText('b•••••@e•••.org')).toBeTruthy()
    await person.click(await pageTool())
    await screen.findByText('bo@example.org')
    expect(reveals(call)).toEqual([
      ['POST', '/store/thing/7/reveal', {}],
      ['POST', '/store/thing/8/reveal', {}],
    ])
  })

  it('shows the mask again when the value behind it is another one, or the page was left', async () => {
    const getList = vi.fn(async () => ({ data: [ada], total: 1 }))
    const { provider } = revealing({ getList })
    const { person, router, client } = visit('/store/things', { provider })
    await person.click(await pageTool())
    await screen.findByText('ada@example.com')
    getList.mockResolvedValue({
      data: [{ ...ada, email: 'c•••••@e•••.com', version: 4 }],
      total: 1,
    })
    await act(() => client.invalidateQueries())
    await screen.findByText('c•••••@e•••.com')
    getList.mockResolvedValue({ data: [ada], total: 1 })
    await act(() => router.navigate('/page/7'))
    await screen.findByRole('heading', { name: /A small lamp/ })
    await act(() => router.navigate('/store/things'))
    expect(await screen.findByText('a•••••@e•••.com')).toBeTruthy()
  })

  it('says why nothing more is revealed', async () => {
    const words = 'You may look up 60 masked values within an hour. Try again in 12 minutes.'
    const call = vi.fn(async () => Promise.reject(refusal(429, words)))
    const { person } = visit('/store/things', revealing({ call }))
    await person.click(await pageTool())
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByText('a•••••@e•••.com')).toBeTruthy()
  })

  it('offers nothing to those who may not unmask', async () => {
    const { provider } = revealing()
    const { person } = visit('/store/things', { provider, user: without('thing.contact') })
    await person.click(await screen.findByRole('button', { name: 'Actions for A small lamp' }))
    expect(await screen.findAllByRole('menuitem')).not.toHaveLength(0)
    expect(screen.queryByRole('menuitem', { name: 'Reveal' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Reveal/ })).toBeNull()
  })
})

const recordTool = () =>
  screen.findAllByRole('button', { name: 'Reveal the contacts of this record' })

describe('M7: a record', () => {
  it('is revealed on its page, and masked again', async () => {
    const { provider, call } = revealing()
    const { person } = visit('/page/7', { provider })
    const [tool] = await recordTool()
    await person.click(tool!)
    const link = await screen.findByRole('link', { name: 'ada@example.com' })
    expect(link.getAttribute('href')).toBe('mailto:ada@example.com')
    expect(reveals(call)).toEqual([['POST', '/store/thing/7/reveal', {}]])
    await person.click(screen.getByRole('button', { name: 'Hide the contacts of this record' }))
    expect(screen.getByText('a•••••@e•••.com')).toBeTruthy()
  })

  const openForm = async (user = without()) => {
    const { provider, call } = revealing()
    const visited = visit('/page/7/edit', { provider, user, form: fewFields })
    const email = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' })
    const save = async () => {
      await visited.person.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(provider.update).toHaveBeenCalled())
      return vi.mocked(provider.update as any).mock.lastCall[1].data
    }
    return { ...visited, call, email, save }
  }

  it('keeps a masked value that nobody touches in its form', async () => {
    const { person, email, save } = await openForm()
    expect([email.value, email.placeholder]).toEqual(['', 'a•••••@e•••.com'])
    await person.type(screen.getByRole('textbox', { name: 'Text' }), ' two')
    expect(await save()).toEqual({ text: 'A small lamp two', version: 3 })
  })

  it('is revealed within its form, where what was typed stays', async () => {
    const { person, email, save } = await openForm()
    await person.type(screen.getByRole('textbox', { name: 'Text' }), ' two')
    const [tool] = await recordTool()
    await person.click(tool!)
    await waitFor(() => expect(email.value).toBe('ada@example.com'))
    await waitFor(() => expect(document.activeElement).toBe(email))
    expect(await save()).toEqual({ text: 'A small lamp two', version: 3 })
  })

  it('loses a revealed value that is taken out of its form', async () => {
    const { person, email, save } = await openForm()
    const [tool] = await recordTool()
    await person.click(tool!)
    await waitFor(() => expect(email.value).toBe('ada@example.com'))
    await person.clear(email)
    expect(await save()).toEqual({ email: null, version: 3 })
  })

  it('gets a new value from those who may not read the old one', async () => {
    const { person, email, save } = await openForm(without('thing.contact'))
    expect(screen.queryByRole('button', { name: /^Reveal/ })).toBeNull()
    await person.type(email, 'new@example.com')
    expect(await save()).toEqual({ email: 'new@example.com', version: 3 })
  })
})
