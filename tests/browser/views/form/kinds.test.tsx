import { render, screen } from '@testing-library/react'
import { I18nContextProvider } from 'react-admin'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'

import { both, can, defineResource, field, kindOf, own, type Field } from '#schema'

import { contrast, textOn } from '../../../../src/browser/ui/fields/ColorChip.tsx'
import { dayText, momentText } from '../../../../src/browser/ui/fields/dates/dates.tsx'
import { browserKindOf, shownValue } from '../../../../src/kinds/kinds.browser.ts'
import { addressesIn, idsIn } from '../../../../src/browser/ui/fields/entries.ts'
import { controlsOf } from '../../../../src/kinds/kinds.controls.browser.ts'
import { filterOf } from '../../../../src/kinds/kinds.filters.browser.ts'
import { ResourcesContext } from '../../../../src/browser/client/records/resources.ts'
import { UserContext } from '../../../../src/browser/client/session/user.ts'
import { visit } from '../console.tsx'
import { kinds, lamp, resources, thing, userWith, values } from '../fixture.ts'

const fieldNamed = (name: string): Field => (thing.fields as Record<string, Field>)[name] as Field

/** The text of a cell, without a browser. */
const cell = (name: string, record = lamp()) => {
  const markup = renderToStaticMarkup(<>{shownValue(fieldNamed(name), name, record)}</>)
  return markup.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&')
}

describe('every kind of field', () => {
  it.each(kinds)('%s has a display, an input and, where it can be compared, a filter', (kind) => {
    expect(typeof browserKindOf(fieldNamed(kind)).show).toBe('function')
    expect(typeof controlsOf(fieldNamed(kind)).Input).toBe('function')
    expect(filterOf(fieldNamed(kind)) !== null).toBe(kindOf(fieldNamed(kind)).operators.length > 0)
  })

  it('stands in the form with its label', async () => {
    visit('/page/create')
    await screen.findByLabelText(/^Text/)
    for (const kind of kinds) {
      const label = new RegExp(`^(Pick )?${kind.replace('T', ' ?T')}`, 'i')
      expect((await screen.findAllByLabelText(label)).length, kind).toBeGreaterThan(0)
    }
  })

  it.each(kinds)('%s gives back from its input the value that went in', (kind) => {
    const field = fieldNamed(kind)
    const { write, read } = controlsOf(field)
    const value = kindOf(field).writeOnly ? 'a long enough secret' : values[kind]
    const typed = write ? write(value, field) : value
    const result = read ? read(typed, field) : typed
    const normal = (one: unknown) => kindOf(field).schema(field).parse(one)
    expect(normal(result)).toEqual(normal(value))
  })

  it.each(kinds)('%s shows nothing for an empty value', (kind) => {
    for (const empty of [null, undefined, '', []]) {
      expect(shownValue(fieldNamed(kind), kind, lamp({ [kind]: empty }))).toBeNull()
    }
  })
})

describe('a cell', () => {
  it.each([
    ['integer', '12,345'],
    ['money', '€1,250.50'],
    ['choice', 'Brand new'],
    ['date', 'Jan 31, 2026'],
    ['country', '🇩🇪 Germany'],
    ['json', '{&quot;watt&quot;:40}'],
    ['decimal', '1,234.5000'],
    ['time', '09:30'],
    ['words', 'night shift, B2B'],
    ['secret', 'Set, ends in 9f3a'],
    ['reference', 'VIP'],
    ['references', 'VIPCold'],
    ['progress', '42%'],
  ])('of the kind %s shows %s', (kind, text) => {
    expect(cell(kind)).toBe(text)
  })

  it('of the kind rows shows them in one line, once their code has come', async () => {
    render(<>{shownValue(fieldNamed('rows'), 'rows', lamp())}</>)
    expect(await screen.findByText('Mon 9–18; Tue 10–14 2.50')).toBeTruthy()
  })

  it('of a state is a chip, in the colour that the declaration gives it', () => {
    const state = field.states({ out: { take_back: 'in' }, in: {} }, { colors: { out: '#b45309' } })
    const chip = (value: string) =>
      renderToStaticMarkup(<>{shownValue(state, 'state', lamp({ state: value }))}</>)
    expect(chip('out')).toContain('background-color:#b45309;color:#ffffff')
    expect(chip('out')).toContain('>Out<')
    expect(chip('in')).toContain('border:1px solid currentColor')
    // On the green of a message a paler text was too pale to read.
    expect(chip('in')).not.toContain('opacity')
  })

  it('of a choice is plain, and a chip where the declaration gives colours', () => {
    const words = { open: 'Open', shut: 'Shut' }
    const shown = (options: { colors?: { shut: '#b91c1c' } }) =>
      renderToStaticMarkup(
        <>{shownValue(field.choice(words, options), 'door', lamp({ door: 'shut' } as never))}</>,
      )
    expect(shown({})).toBe('Shut')
    expect(shown({ colors: { shut: '#b91c1c' } })).toContain('background-color:#b91c1c')
  })

  it('of money has the currency of its own record, its sign and its decimals', () => {
    const options = { currency: 'paid_in', signed: true, decimals: 3 } as const
    const shown = (paid_in: unknown) =>
      shownValue(field.money(options), 'a', lamp({ a: -1.5, paid_in }))
    expect(shown('EUR')).toBe('-€1.500')
    expect(shown('usd')).toBe('-$1.500')
    expect(shown('nothing')).toBe('-1.500')
    expect(shown(null)).toBe('-1.500')
  })

  it('of a masked number is its mask until it is revealed', () => {
    const masked = field.integer({ unmaskBy: 'thing.contact' })
    const shown = (age: unknown) =>
      renderToStaticMarkup(<>{shownValue(masked, 'age', lamp({ age }))}</>)
    expect(shown('••')).toContain('>••<')
    expect(shown(1_041)).toContain('>1,041<')
  })

  it('of a masked day is its mask, which is no time', () => {
    const masked = field.date({ unmaskBy: 'thing.contact' })
    const shown = (born: unknown) =>
      renderToStaticMarkup(<>{shownValue(masked, 'born', lamp({ born }))}</>)
    expect(shown('•• (40)')).toBe('•• (40)')
    expect(shown('1986-07-14')).toBe('<time dateTime="1986-07-14">Jul 14, 1986</time>')
  })

  it('of masked JSON is its mask, in no quotes, which are part of a value', () => {
    const masked = field.json({ unmaskBy: 'thing.contact' })
    const shown = (raw: unknown, full: boolean) =>
      renderToStaticMarkup(<>{shownValue(masked, 'raw', lamp({ raw }), full)}</>)
    for (const full of [false, true]) expect(shown('•••', full)).toMatch(/^<bdi[^>]*>•••<|^•••$/)
    expect(shown({ a: 'x' }, true)).toContain('&quot;a&quot;: &quot;x&quot;')
  })

  it('never runs what a value brings', () => {
    const address = 'javascript:alert(1)'
    const markup = renderToStaticMarkup(
      <>{shownValue(fieldNamed('url'), 'url', lamp({ url: address }))}</>,
    )
    expect(markup).toBe(`<bdi dir="ltr">${address}</bdi>`)
  })

  it('shows the number of a record whose name did not come', () => {
    expect(cell('reference', lamp({ labels: {} }))).toBe('#1')
    expect(cell('references', lamp({ references: [1, 3], labels: {} }))).toBe('#1, #3')
  })

  it('says of it what it is, for “#2” alone could be anything', () => {
    const record = lamp({ labels: {} })
    render(
      <ResourcesContext.Provider value={resources}>
        {shownValue(fieldNamed('reference'), 'reference', record)}
      </ResourcesContext.Provider>,
    )
    expect(document.body.textContent).toBe('Tag #1')
  })

  it('says so in the language of the person', () => {
    const translate = (key: string) => (key === 'resources.tags.one' ? 'وسم' : key)
    const language = { translate, changeLocale: async () => {}, getLocale: () => 'ar' }
    render(
      <I18nContextProvider value={language}>
        <ResourcesContext.Provider value={resources}>
          {shownValue(fieldNamed('reference'), 'reference', lamp({ labels: {} }))}
        </ResourcesContext.Provider>
      </I18nContextProvider>,
    )
    expect(document.body.textContent).toBe('وسم #1')
  })

  it.each([
    ['to all of them', can('tag.view'), 1],
    ['to one’s own alone', both(can('tag.view'), own('user')), 0],
  ])('without a name leads to a record where its screen is open %s', (_, show, links) => {
    const tags = defineResource('tags', {
      permission: 'tag',
      access: { list: show, show },
      operations: ['list', 'show'],
      fields: { name: field.text(), user: field.reference('users') },
      title: 'name',
      list: ['name'],
      form: [],
    })
    const shown = shownValue(fieldNamed('reference'), 'reference', lamp({ labels: {} }), true)
    render(
      <MemoryRouter>
        <UserContext value={userWith('tag.view')}>
          <ResourcesContext value={[tags]}>{shown}</ResourcesContext>
        </UserContext>
      </MemoryRouter>,
    )
    expect(document.body.textContent).toBe('Tag #1')
    expect(screen.queryAllByRole('link')).toHaveLength(links)
  })

  it('counts the chips that have no room', () => {
    const labels = [1, 2, 3, 4, 5].map((id) => ({ id, label: `T${id}` }))
    expect(cell('references', lamp({ labels: { references: labels } }))).toBe('T1T2T3+2')
  })
})

describe('a pasted list', () => {
  it('of addresses keeps what is one, without quotes', () => {
    expect(addressesIn('"a@b.co" c@d.co,\n nobody\t\'E@F.co\';a@b.co')).toEqual({
      kept: ['a@b.co', 'c@d.co'],
      dropped: ['nobody', 'E@F.co;a@b.co'],
    })
    expect(addressesIn("'E@F.co' a@b.co, a@b.co").kept).toEqual(['e@f.co', 'a@b.co'])
    expect(addressesIn(' \n')).toEqual({ kept: [], dropped: [] })
  })

  it.each([
    ['Ida@Bücher.example', ['ida@xn--bcher-kva.example']],
    ["o'brien@x.com", ["o'brien@x.com"]],
    [
      "'o'brien@x.com', \"d'arc@x.com\"; ‘o’neill@x.com’",
      ["o'brien@x.com", "d'arc@x.com", "o'neill@x.com"],
    ],
    ["'a@b.co','c@d.co' 'e@f.co", ['e@f.co']],
  ])('of addresses keeps the apostrophes within them: %s', (text, kept) => {
    expect(addressesIn(text).kept).toEqual(kept)
  })

  it('of numbers is parted by spaces, bars and commas', () => {
    expect(idsIn('1|2, 3\n4 x 5.5 -6 2')).toEqual({
      kept: [1, 2, 3, 4],
      dropped: ['x', '5.5', '-6'],
    })
  })
})

describe('dates', () => {
  it('are days as they are, in every time zone', () => {
    expect(dayText('2026-01-01')).toBe('Jan 01, 2026')
  })

  it('are moments in the time zone of the browser, with seconds', () => {
    const local = new Date(2026, 0, 31, 9, 5, 7).toISOString()
    expect(momentText(local)).toBe('Jan 31, 2026 09:05:07')
  })

  it('stay as they came when they are none', () => {
    expect([dayText('soon'), momentText('soon')]).toEqual(['soon', 'soon'])
  })
})

describe('the text on a colour', () => {
  it('is the wanted one where it can be read, else black or white', () => {
    expect(textOn('#ffffff', '#000080')).toBe('#000080')
    expect(textOn('#ffffff', '#ffff00')).toBe('#000000')
    expect(textOn('#101010', '#202020')).toBe('#ffffff')
  })

  it('is readable on every background', () => {
    for (let value = 0; value < 0xff_ff_ff; value += 99_991) {
      const background = `#${value.toString(16).padStart(6, '0')}`
      expect(contrast(background, textOn(background))).toBeGreaterThan(4.5)
    }
  })
})

it('a choice that has a default is not offered to be none', async () => {
  const { person } = visit('/page/7/edit')
  await person.click(await screen.findByRole('combobox', { name: /^Choice/ }))
  const offered = (await screen.findAllByRole('option')).map((one) => one.textContent)
  expect(offered).toEqual(['Brand new', 'Old'])
})
