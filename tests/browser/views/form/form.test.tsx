import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { defineResource, field } from '#schema'

import { recordOrigins } from '../../../../src/browser/client/addresses/navigation.tsx'
import { ResourceCreate } from '../../../../src/browser/views/ResourceForms.tsx'
import { fakeProvider, fewFields, visit } from '../console.tsx'
import { everything, lamp, userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const without = (...names: string[]) =>
  userWith(...everything.filter((one) => !names.includes(one)))

const refusal = (status: number, message: string, errors?: Record<string, string>) =>
  Object.assign(new Error(message), { status, body: { message, errors } })

const visitFew = (path: string, more: Parameters<typeof visit>[1] = {}) =>
  visit(path, { ...more, form: fewFields })

const save = () => screen.getByRole('button', { name: 'Save' })

describe('the form of a new record', () => {
  it('opens in a drawer over the list and marks what is required', async () => {
    visitFew('/store/things/create')
    const drawer = await screen.findByRole('dialog', { name: 'New thing' })
    const text = await within(drawer).findByLabelText(/^Text/)
    expect(text).toHaveProperty('required', true)
    expect(within(drawer).getByLabelText('Email')).toHaveProperty('required', false)
    expect(screen.getByRole('table', { hidden: true })).toBeTruthy()
  })

  it('writes a text with places to fill from left to right, any other as its first letter says', async () => {
    const { person } = visitFew('/store/things/create')
    const text = await screen.findByLabelText<HTMLInputElement>(/^Text/)
    await person.click(text)
    await person.paste('عدد')
    expect(text.dir).toBe('auto')
    await person.paste(' %{count}')
    expect(text.dir).toBe('ltr')
  })

  it('B34: has the focus in its first field', async () => {
    visitFew('/store/things/create')
    const text = await screen.findByLabelText(/^Text/)
    await waitFor(() => expect(document.activeElement).toBe(text))
  })

  it('B34: has the focus on its title where it has no field', async () => {
    visitFew('/store/things/7/show')
    const title = await screen.findByRole('heading', { level: 2 })
    await waitFor(() => expect(document.activeElement).toBe(title))
    // Nobody looks for a focus that they have not moved.
    expect(title.getAttribute('style')).toMatch(/^outline/)
  })

  it('and shows the focus there where a link has opened it', async () => {
    const { router } = visitFew('/store/things')
    recordOrigins(router)
    await act(() => router.navigate('/store/things/7/show'))
    const title = await screen.findByRole('heading', { level: 2, name: 'Thing' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    expect(title.getAttribute('style')).toBeNull()
  })

  it('no longer counts a field as wrong that it no longer asks for', async () => {
    const parcel = defineResource('parcels', {
      permission: 'thing',
      fields: {
        is_heavy: field.boolean({ default: true }),
        weight: field.text({ visibleWhen: ({ is_heavy }) => is_heavy === true }),
      },
      title: 'weight',
      list: ['weight'],
      form: ['is_heavy', 'weight'],
      routes: { list: 'parcels', create: 'parcel/create' },
    })
    const screens = { '/parcel/create': <ResourceCreate resource={parcel} /> }
    const user = userWith('thing.view', 'thing.create')
    const provider = fakeProvider()
    const { person } = openScreens('/parcel/create', screens, {
      user,
      provider,
      resources: [parcel],
    })
    await person.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('1 field needs attention')).toBeTruthy()
    await person.click(screen.getByRole('switch', { name: 'Is heavy' }))
    await waitFor(() => expect(screen.queryByText('1 field needs attention')).toBeNull())
  })

  it('marks a choice of many of which one at least is required', async () => {
    const crew = defineResource('crews', {
      permission: 'thing',
      fields: {
        name: field.text({ optional: true }),
        members: field.references('people', { required: true }),
        guests: field.references('people'),
      },
      title: 'name',
      list: ['name'],
      form: ['members', 'guests'],
      routes: { list: 'crews', create: 'crew/create' },
    })
    const screens = { '/crew/create': <ResourceCreate resource={crew} /> }
    const user = userWith('thing.view', 'thing.create')
    const provider = fakeProvider()
    const { person } = openScreens('/crew/create', screens, { user, provider, resources: [crew] })
    const members = await screen.findByRole('combobox', { name: /^Members/ })
    expect(members).toHaveProperty('required', true)
    expect(screen.getByRole('combobox', { name: /^Guests/ })).toHaveProperty('required', false)
    await person.click(save())
    expect(await screen.findByText('Choose at least one')).toBeTruthy()
    expect(provider.create).not.toHaveBeenCalled()
  })

  it('links to the record for which it was refused, beside what was typed', async () => {
    const { body, ...rest } = refusal(422, 'Check the marked fields', { email: 'There is one' })
    const refused = { ...rest, body: { ...body, data: { match: { resource: 'things', id: 9 } } } }
    const create = vi.fn(async () => Promise.reject(refused))
    const { person } = visitFew('/store/things/create', {
      provider: fakeProvider({ create: create as never }),
    })
    await person.type(await screen.findByLabelText(/^Text/), 'Lamp')
    await person.click(save())
    const link = await screen.findByRole('link', { name: 'Open #9' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/store/things/9',
      '_blank',
    ])
    expect(screen.getByText('There is one')).toBeTruthy()
  })

  it('checks by the rules of the declaration before it asks the server', async () => {
    const { person, provider } = visitFew('/store/things/create')
    await person.type(await screen.findByLabelText('Email'), 'nobody')
    await person.type(screen.getByLabelText('Integer'), '1.5')
    await person.click(save())
    expect(await screen.findByText('Fill in this field')).toBeTruthy()
    expect(screen.getByText('Enter an e-mail address like name@example.com')).toBeTruthy()
    expect(screen.getByText(/whole number/)).toBeTruthy()
    expect(provider.create).not.toHaveBeenCalled()
  })

  it('B10: takes a number as it is dialled in the chosen country, and asks for one where none is', async () => {
    const { person, provider } = visitFew('/page/create')
    await person.type(await screen.findByLabelText(/^Text/), 'Desk')
    await person.type(screen.getByLabelText('Phone'), '07400 123326')
    await person.click(save())
    expect(await screen.findByText(/^Choose a country, or enter the number/)).toBeTruthy()
    expect(provider.create).not.toHaveBeenCalled()
    await person.type(screen.getByRole('combobox', { name: 'Country' }), 'united king')
    await person.click(await screen.findByRole('option', { name: /United Kingdom/ }))
    await person.click(save())
    await waitFor(() => expect(provider.create).toHaveBeenCalledOnce())
    const sent = vi.mocked(provider.create as any).mock.lastCall?.[1]
    expect(sent.data).toMatchObject({ phone: '07400 123326', country: 'GB' })
  })

  it('B10: leaves a number to the server where a chosen record may know its country', async () => {
    const { person, provider } = visitFew('/page/create')
    await person.type(await screen.findByLabelText(/^Text/), 'Desk')
    await person.type(screen.getByLabelText('Phone'), '07400 123326')
    await person.click(screen.getByRole('combobox', { name: 'Reference' }))
    await person.click(await screen.findByRole('option', { name: 'VIP' }))
    await person.click(save())
    await waitFor(() => expect(provider.create).toHaveBeenCalledOnce())
    const sent = vi.mocked(provider.create as any).mock.lastCall?.[1]
    expect(sent.data).toMatchObject({ phone: '07400 123326', country: null, reference: 1 })
  })

  it('is sent once however quickly Enter is pressed twice', async () => {
    const { person, provider } = visitFew('/store/things/create')
    await person.type(await screen.findByLabelText(/^Text/), 'Desk')
    const form = screen.getByLabelText(/^Text/).closest('form')!
    form.requestSubmit()
    form.requestSubmit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(provider.create).toHaveBeenCalledOnce()
  })

  it('sends every value as its kind', async () => {
    const { person, provider, router } = visit('/page/create')
    await person.type(await screen.findByLabelText(/^Text/), 'Desk')
    await person.type(screen.getByLabelText('Integer'), '12')
    await person.type(screen.getByLabelText('Money'), '9.90')
    await person.click(screen.getByRole('switch', { name: 'Boolean' }))
    await person.click(screen.getByRole('combobox', { name: /^Choice/ }))
    await person.click(await screen.findByRole('option', { name: 'Old' }))
    await person.click(screen.getByRole('combobox', { name: 'Reference' }))
    await person.click(await screen.findByRole('option', { name: 'Cold' }))
    await person.click(screen.getByLabelText('JSON'))
    await person.paste('{"a": 1}')
    await person.click(screen.getByLabelText(/^ips/i))
    await person.paste('10.0.0.1\n10.0.0.2')
    expect(screen.getByText('2 understood, 0 not')).toBeTruthy()
    await person.click(save())
    await waitFor(() => expect(provider.create).toHaveBeenCalledOnce())
    expect(vi.mocked(provider.create as any).mock.lastCall?.[1].data).toMatchObject({
      text: 'Desk',
      integer: 12,
      money: 9.9,
      boolean: true,
      choice: 'old',
      reference: 2,
      references: [],
      json: { a: 1 },
      ips: ['10.0.0.1', '10.0.0.2'],
      email: null,
    })
    expect(await screen.findByText('Thing successfully created')).toBeTruthy()
    await waitFor(() => expect(router.state.location.pathname).toBe('/store/things'))
  })

  it('shows what the server refuses: the first message under each field', async () => {
    const create = vi
      .fn()
      .mockRejectedValue(refusal(422, 'Check the marked fields.', { text: 'Taken' }))
    const { person } = visitFew('/store/things/create', {
      provider: fakeProvider({ create: create as never }),
    })
    const text = await screen.findByLabelText(/^Text/)
    await person.type(text, 'Lamp')
    await person.click(save())
    await waitFor(() => expect(text.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('Taken')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'New thing' })).toBeTruthy()
    await person.type(text, '2')
    await waitFor(() => expect(screen.queryByText('Taken')).toBeNull())
    create.mockResolvedValue({ data: { id: 9 } })
    await person.click(save())
    expect(await screen.findByText('Thing successfully created')).toBeTruthy()
  })

  it('says that a record was there already and was filled', async () => {
    const create = vi.fn().mockResolvedValue({ data: { id: 9 }, meta: { is_filled: true } })
    const { person } = visitFew('/store/things/create', { provider: fakeProvider({ create }) })
    await person.type(await screen.findByLabelText(/^Text/), 'Lamp')
    await person.click(save())
    expect(await screen.findByText(/There was such a record already/)).toBeTruthy()
    expect(screen.queryByText('Thing successfully created')).toBeNull()
  })

  it('opens the record that a refusal names by its number, beside the form', async () => {
    const create = vi.fn().mockRejectedValue(refusal(422, 'Check', { text: 'It is there: #9' }))
    const { person } = visitFew('/store/things/create', { provider: fakeProvider({ create }) })
    await person.type(await screen.findByLabelText(/^Text/), 'Lamp')
    await person.click(save())
    const link = await screen.findByRole('link', { name: '#9' })
    expect(link.getAttribute('href')).toBe('/store/things/9/show')
    expect(link.getAttribute('target')).toBe('_blank')
  })

  it('B2: brings the first wrong field to the one who saved, and lists all of them as links', async () => {
    const errors = { note: 'Too long', email: 'Taken', text: 'Taken too' }
    const create = vi.fn().mockRejectedValue(refusal(422, 'Check the marked fields.', errors))
    const { person } = visitFew('/store/things/create', {
      provider: fakeProvider({ create: create as never }),
    })
    const text = await screen.findByLabelText(/^Text/)
    await person.type(text, 'Lamp')
    const seen: unknown[] = []
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    text.addEventListener('focus', () => seen.push(text.getAttribute('aria-invalid')))
    await person.click(save())
    const summary = await screen.findByRole('alert')
    expect(within(summary).getByText('3 fields need attention')).toBeTruthy()
    // In the order of the form, and only when the message can be heard with the field.
    await waitFor(() => expect(document.activeElement).toBe(text))
    expect(seen).toEqual(['true'])
    expect(scroll.mock.contexts.at(-1)).toHaveProperty('dataset.field', 'text')
    const links = within(summary).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Text', 'Email', 'Note'])
    await person.click(links[2] as HTMLElement)
    expect(document.activeElement).toBe(screen.getByLabelText('Note'))
    await person.type(screen.getByLabelText('Note'), '.')
    await waitFor(() => expect(within(summary).getByText('2 fields need attention')).toBeTruthy())
    scroll.mockRestore()
  })

  it('B2: does so again when the second try is refused, and opens what is folded', async () => {
    const create = vi.fn().mockRejectedValue(refusal(422, 'No.', { note: 'Too long' }))
    const { person } = visitFew('/store/things/create', {
      provider: fakeProvider({ create: create as never }),
    })
    await person.type(await screen.findByLabelText(/^Text/), 'Lamp')
    const note = screen.getByLabelText('Note')
    const fold = document.createElement('details')
    const section = note.closest('fieldset') as HTMLElement
    section.parentElement?.insertBefore(fold, section)
    fold.append(section)
    await person.click(save())
    await waitFor(() => expect(document.activeElement).toBe(note))
    expect(fold.open).toBe(true)
    save().focus()
    await person.keyboard('{Enter}')
    await waitFor(() => expect(create).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(document.activeElement).toBe(note))
    fold.replaceWith(section)
  })

  it('shows above the fields what belongs to none of them', async () => {
    const create = vi.fn().mockRejectedValue(refusal(422, 'Not today.', {}))
    const { person } = visitFew('/store/things/create', {
      provider: fakeProvider({ create: create as never }),
    })
    await person.type(await screen.findByLabelText(/^Text/), 'Lamp')
    await person.click(save())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Not today.')
    await waitFor(() => expect(document.activeElement).toBe(alert))
    await person.click(save())
    await waitFor(() => expect(create).toHaveBeenCalledTimes(2))
  })

  it('says "Setting" where the declaration does', async () => {
    const { person } = visitFew('/settings/tags/create')
    await person.type(await screen.findByLabelText(/^Name/), 'New')
    await person.type(screen.getByLabelText(/^Color/), '#123456')
    await person.click(save())
    expect(await screen.findByText('Setting successfully created')).toBeTruthy()
  })

  it('has no input for what the user may not set, and is refused without the permission', async () => {
    visitFew('/store/things/create', { user: without('thing.note', 'thing.phone') })
    await screen.findByLabelText(/^Text/)
    expect(screen.queryByLabelText('Note')).toBeNull()
    expect(screen.queryByLabelText('Phone')).toBeNull()
  })

  it('is refused without the permission', async () => {
    visitFew('/store/things/create', { user: without('thing.create') })
    const drawer = await screen.findByRole('dialog', { name: 'New thing' })
    expect(within(drawer).getByText('You do not have the permission for this.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('stands on a page of its own where the declaration gives a route', async () => {
    visitFew('/page/create')
    expect(await screen.findByRole('heading', { level: 1, name: 'New thing' })).toBeTruthy()
    expect(await screen.findByLabelText(/^Text/)).toBeTruthy()
  })
})

describe('the form of a known record', () => {
  const sent = (provider: { update: unknown }) =>
    vi.mocked(provider.update as any).mock.lastCall?.[1].data

  it('sends what was changed, and the version it was changed on', async () => {
    const { person, provider } = visitFew('/store/things/7')
    const drawer = await screen.findByRole('dialog', { name: 'Edit thing' })
    const text = await within(drawer).findByDisplayValue('A small lamp')
    await person.clear(text)
    await person.type(text, 'A lamp')
    await person.clear(within(drawer).getByLabelText('Integer'))
    await person.click(save())
    await waitFor(() => expect(provider.update).toHaveBeenCalledOnce())
    expect(sent(provider)).toEqual({ text: 'A lamp', integer: null, version: 3 })
    expect(await screen.findByText('Thing successfully updated')).toBeTruthy()
  })

  it('asks for the whole record, not for the row of the list', async () => {
    const { provider } = visitFew('/store/things/7')
    await screen.findByDisplayValue('A small lamp')
    expect(provider.getOne).toHaveBeenCalledWith('things', expect.objectContaining({ id: 7 }))
  })

  it('leaves untouched what the user sees only masked', async () => {
    const masked = lamp({ email: 'a•••••@e•••.com' })
    const provider = fakeProvider({ getOne: vi.fn(async () => ({ data: masked })) as never })
    const { person } = visitFew('/store/things/7', { provider, user: without('thing.contact') })
    const email = await screen.findByLabelText('Email')
    expect(email).toHaveProperty('value', '')
    expect(email).toHaveProperty('placeholder', 'a•••••@e•••.com')
    await person.type(screen.getByLabelText('Integer'), '6')
    await person.click(save())
    await waitFor(() => expect(sent(provider)).toEqual({ integer: 123_456, version: 3 }))
  })

  it('replaces a masked value that is typed anew', async () => {
    const masked = lamp({ email: 'a•••••@e•••.com' })
    const provider = fakeProvider({ getOne: vi.fn(async () => ({ data: masked })) as never })
    const { person } = visitFew('/store/things/7', { provider, user: without('thing.contact') })
    await person.type(await screen.findByLabelText('Email'), 'new@example.com')
    await person.click(save())
    await waitFor(() => expect(sent(provider)).toEqual({ email: 'new@example.com', version: 3 }))
  })

  it('never shows a password, and replaces a secret only when asked to', async () => {
    const { person, provider } = visitFew('/store/things/7')
    const password = await screen.findByPlaceholderText('Unchanged')
    expect(password).toHaveProperty('type', 'password')
    await person.click(screen.getByRole('button', { name: 'Show Password' }))
    expect(password).toHaveProperty('type', 'text')
    expect(screen.getByDisplayValue('Set, ends in 9f3a')).toHaveProperty('disabled', true)
    await person.click(screen.getByRole('button', { name: 'Replace' }))
    await person.type(screen.getByLabelText('Secret'), 'sk_live_5678')
    await person.click(save())
    await waitFor(() => expect(sent(provider)).toEqual({ secret: 'sk_live_5678', version: 3 }))
  })

  it('only shows what the user may not set', async () => {
    visitFew('/store/things/7', { user: without('thing.note') })
    const drawer = await screen.findByRole('dialog', { name: 'Edit thing' })
    expect(await within(drawer).findByText('By the window')).toBeTruthy()
    expect(within(drawer).queryByLabelText('Note')).toBeNull()
  })

  describe('B3: that somebody else has saved meanwhile', () => {
    const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000).toISOString()
    const written = (changes: object, by = 'Grace') => ({
      id: 1,
      at: minutesAgo(2),
      action: 'update',
      version: 4,
      user: { id: 7, label: by },
      changes: Object.entries(changes).map(([field, after]) => ({ field, before: null, after })),
    })
    const late = (changes: object) =>
      Object.assign(new Error('Changed by someone else.'), {
        status: 409,
        body: {
          message: 'Changed by someone else.',
          data: { record: lamp({ ...changes, version: 4 }), changes: [written(changes)] },
        },
      })
    const open = async (...refusals: Error[]) => {
      const update = vi.fn()
      for (const one of refusals) update.mockRejectedValueOnce(one)
      update.mockResolvedValue({ data: lamp({ version: 5 }) })
      const visited = visitFew('/store/things/7', {
        provider: fakeProvider({ update: update as never }),
      })
      return { ...visited, update, text: await screen.findByDisplayValue('A small lamp') }
    }
    const dialog = () => screen.findByRole('dialog', { name: 'Somebody else has changed the same' })

    it('is brought together where both have changed different fields, and said', async () => {
      const { person, provider, text } = await open(late({ money: 9, note: 'Theirs' }))
      await person.type(text, ' of mine')
      await person.click(save())
      const toast = await screen.findByText(/^Money was changed to/)
      expect(toast.textContent).toBe('Money was changed to €9.00 by Grace, 2 minutes ago.')
      expect(screen.getByText('Your change of Text was kept.')).toBeTruthy()
      expect(provider.update).toHaveBeenCalledTimes(2)
      expect(sent(provider)).toEqual({ text: 'A small lamp of mine', version: 4 })
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    })

    it('is shown beside what was typed where both have changed the same, and nothing is lost', async () => {
      const theirs = { text: 'A lamp of theirs', money: 9 }
      const { person, provider, text } = await open(late(theirs), late(theirs))
      await person.clear(text)
      await person.type(text, 'A lamp of mine')
      await person.type(screen.getByLabelText('Note'), '!')
      save().focus()
      await person.keyboard('{Enter}')
      const first = within(await dialog())
      expect(first.getByRole('group', { name: 'Text' }).textContent).toBe(
        'TextYoursA lamp of mineGrace, 2 minutes agoA lamp of theirs',
      )
      expect(first.getByText(/^Money was changed to/)).toBeTruthy()
      // Nothing is decided by leaving.
      await person.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('radio')).toBeNull())
      expect(screen.getByLabelText(/^Text/)).toHaveProperty('value', 'A lamp of mine')
      expect(screen.getByLabelText('Note')).toHaveProperty('value', 'By the window!')
      expect(screen.getByLabelText('Money')).toHaveProperty('value', '1250.5')

      await person.click(save())
      const again = within(await dialog())
      await person.click(again.getByRole('button', { name: 'Save' }))
      expect(provider.update).toHaveBeenCalledTimes(2)
      again.getAllByRole('radio')[1]?.focus()
      await person.keyboard(' ')
      expect(again.getByRole('radio', { name: /theirs/ })).toHaveProperty('checked', true)
      await person.click(again.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(provider.update).toHaveBeenCalledTimes(3))
      expect(sent(provider)).toEqual({ note: 'By the window!', version: 4 })
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    })

    it('keeps all that was decided when the merged values are refused', async () => {
      const refused = refusal(422, 'Check the marked fields.', { note: 'Too loud' })
      const { person, provider, text } = await open(late({ text: 'Theirs', money: 9 }), refused)
      await person.clear(text)
      await person.type(text, 'Mine')
      await person.type(screen.getByLabelText('Note'), '!')
      await person.click(save())
      const asked = within(await dialog())
      await person.click(asked.getByRole('radio', { name: /Theirs$/ }))
      await person.click(asked.getByRole('button', { name: 'Save' }))
      expect(await screen.findByText('Too loud')).toBeTruthy()
      expect(text).toHaveProperty('value', 'Theirs')
      expect(screen.getByLabelText('Money')).toHaveProperty('value', '9')
      expect(screen.getByLabelText('Note')).toHaveProperty('value', 'By the window!')
      await person.type(screen.getByLabelText('Note'), '{Backspace}?')
      await person.click(save())
      await waitFor(() => expect(provider.update).toHaveBeenCalledTimes(3))
      expect(sent(provider)).toEqual({ note: 'By the window?', version: 4 })
    })

    it('is known of a masked value, though it looks as before', async () => {
      const email = 'a•••••@e•••.com'
      const update = vi.fn().mockRejectedValueOnce(late({ email }))
      const provider = fakeProvider({
        update: update as never,
        getOne: vi.fn(async () => ({ data: lamp({ email }) })) as never,
      })
      const { person } = visitFew('/store/things/7', { provider, user: without('thing.contact') })
      await person.type(await screen.findByLabelText('Email'), 'a@example.com')
      await person.click(save())
      expect(within(await dialog()).getByRole('group', { name: 'Email' }).textContent).toBe(
        `EmailYoursa@example.comGrace, 2 minutes ago${email}`,
      )
    })

    it('asks the record itself where the server does not say what it is now', async () => {
      const { person, provider, text } = await open(refusal(409, 'Changed by someone else.'))
      vi.mocked(provider.getOne as any).mockResolvedValue({
        data: lamp({ money: 9, version: 6 }),
      })
      await person.type(text, ' of mine')
      await person.click(save())
      const toast = await screen.findByText(/^Money was changed to/)
      expect(toast.textContent).toContain('€9.00 by Somebody else')
      expect(sent(provider)).toEqual({ text: 'A small lamp of mine', version: 6 })
    })

    it('is said while somebody types, and takes nothing away', async () => {
      const { person, provider, text } = await open()
      await person.type(text, ' of mine')
      vi.mocked(provider.getOne as any).mockResolvedValue({ data: lamp({ money: 9, version: 4 }) })
      vi.mocked(provider.call as any).mockResolvedValue({
        data: [{ kind: 'change', ...written({ money: 9 }) }],
      })
      window.dispatchEvent(new Event('visibilitychange'))
      expect(await screen.findByText(/^Grace saved this record 2 minutes ago/)).toBeTruthy()
      expect(text).toHaveProperty('value', 'A small lamp of mine')
    })
  })

  it('gives way to the show view for a user who may not edit', async () => {
    visitFew('/store/things/7', { user: without('thing.update') })
    const drawer = await screen.findByRole('dialog', { name: 'Thing' })
    expect(await within(drawer).findByText('€1,250.50')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('B29: says that a record is not there, and leads to the list', async () => {
    const getOne = vi.fn().mockRejectedValue(refusal(404, 'Not found.'))
    const { person } = visitFew('/store/things/7', {
      provider: fakeProvider({ getOne: getOne as never }),
    })
    expect(await screen.findByText('Not found.')).toBeTruthy()
    expect(screen.getByText('It was deleted, or you may not see it.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await person.click(screen.getByRole('link', { name: 'Open the list' }))
    await waitFor(() => expect(screen.queryByText('Not found.')).toBeNull())
  })
})

describe('the show view', () => {
  it('shows every value that the user may read, under its heading', async () => {
    visit('/page/7', { user: without('thing.phone') })
    expect(await screen.findByRole('heading', { level: 1, name: 'A small lamp' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2, name: 'Main' })).toBeTruthy()
    const terms = screen.getAllByRole('term').map((one) => one.textContent)
    expect(terms).toContain('Email')
    expect(terms).not.toContain('Phone')
    expect(screen.getByText('Jan 31, 2026')).toBeTruthy()
    expect(screen.getByText('Set, ends in 9f3a')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy ada@example.com' })).toBeTruthy()
    const [link] = screen.getAllByRole('link', { name: 'VIP' })
    expect(link?.getAttribute('href')).toBe('/settings/tags/1/show')
  })

  it('has the buttons of what may be done to the record', async () => {
    const { person, provider, router } = visit('/page/7')
    await person.click(await screen.findByRole('button', { name: 'Polish' }))
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith('POST', '/store/thing/7/polish', {}),
    )
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/store/things/7')
    await person.click(screen.getByRole('button', { name: 'Actions for A small lamp' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete “A small lamp”?' })
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/store/things'))
  })
})
