import { describe, expect, it } from 'vitest'

import {
  createPlural,
  formsOf,
  shortenedMessage,
  messageName,
  placeholdersOf,
  renderMessage,
} from '../../src/schema/texts/texts.ts'
import { messageMark, messageOf } from '../../src/schema/texts/message.ts'

describe('a text', () => {
  it('names its placeholders once each', () => {
    expect(placeholdersOf('%{b} of %{a}, %{b}')).toEqual(['a', 'b'])
  })

  it('has the forms of its language, in the order of its plurals', () => {
    const forms = 'zero |||| one |||| two |||| few |||| many |||| other'
    const plural = createPlural('ar')
    expect([0, 1, 2, 5, 15, 100].map((count) => plural(forms, count))).toEqual(formsOf(forms))
    expect(createPlural('en')('one |||| other', 3)).toBe('other')
    expect(createPlural('en')('one |||| other', Number.NaN)).toBe('other')
  })
})

describe('a message', () => {
  const german: Record<string, string> = {
    not_found: 'Nicht da.',
    long: 'Höchstens ein Zeichen |||| Höchstens %{max} Zeichen',
    created: '%{thing} angelegt',
    final: '„%{word}“ ist endgültig',
    more: 'Die ersten %{kept} von %{all}.',
    choose: 'Wähle: %{choices}',
    reason: '%{name}: %{why}',
  }
  const names: Record<string, string> = { Lead: 'Kontakt', New: 'Neu', Old: 'Alt' }
  const language = {
    textOf: (key: string) => german[key],
    plural: createPlural('de'),
    nameOf: (english: string) => names[english],
  }

  it.each([
    [messageOf('not_found', 'Not found.'), 'Nicht da.', 'Not found.'],
    [
      messageOf('long', 'Use at most %{max}', { max: '1' }),
      'Höchstens ein Zeichen',
      'Use at most 1',
    ],
    [messageOf('long', 'At most %{max}', { max: '40' }), 'Höchstens 40 Zeichen', 'At most 40'],
    [
      messageOf('created', '%{thing} created', { thing: 'Lead' }),
      'Kontakt angelegt',
      'Lead created',
    ],
    [
      messageOf('choose', 'Choose: %{choices}', { choices: 'New, Old, Odd' }),
      'Wähle: Neu, Alt, Odd',
      'Choose: New, Old, Odd',
    ],
    [
      messageOf('more', 'The first %{kept} of %{all}', { all: '1,000', kept: '50' }),
      'Die ersten 50 von 1,000.',
      'The first 50 of 1,000',
    ],
  ])('is said in a language and in English', (message, text, english) => {
    expect(renderMessage(message, language)).toBe(text)
    expect(renderMessage(message)).toBe(english)
  })

  it('holds others', () => {
    const why = messageOf('not_found', 'Not found.')
    const message = messageOf('reason', '%{name}: %{why}', { name: 'Lead', why })
    expect(renderMessage(message, language)).toBe('Kontakt: Nicht da.')
  })

  it('leaves what stands between quotes as it is: it is somebody’s data', () => {
    const message = messageOf('final', '"%{word}" is final', { word: 'New' })
    expect(renderMessage(message, language)).toBe('„New“ ist endgültig')
  })

  it('is English where nobody has translated it', () => {
    expect(renderMessage(messageOf('other', 'Hello %{name}', { name: 'Ada' }), language)).toBe(
      'Hello Ada',
    )
  })

  it.each(['Hello', '', messageMark, `${messageMark}{`, `${messageMark}{"message":1}`])(
    'is told from any other text: %s',
    (text) => expect(renderMessage(text, language)).toBe(text),
  )

  it('does not grow without bounds: what repeats a value very often is none of ours', () => {
    const data = messageOf('data', '%{a}'.repeat(1000), { a: 'x'.repeat(1000) })
    expect(renderMessage(data)).toBe(data)
    expect(renderMessage(data, language)).toBe(data)
  })

  it('does not grow by messages within messages: these are short, or are none of ours', () => {
    const nested = (inner: string): string => messageOf('', '%{a}'.repeat(10), { a: inner })
    let data = 'x'.repeat(10)
    for (let depth = 0; depth < 8; depth += 1) data = nested(data)
    expect(renderMessage(data).length).toBeLessThan(200_000)
    expect(renderMessage(data, language).length).toBeLessThan(200_000)
  })

  it.each([
    '{"message":"a","args":{"a":5,"_":"%{a}"}}',
    '{"message":"a","args":{"_":{}}}',
    '{"message":"a","args":[["x"]]}',
    '{"message":5,"args":{"_":"x"}}',
    'null',
  ])('is none where a value is no text: %s', (data) => {
    expect(renderMessage(messageMark + data, language)).toBe(messageMark + data)
  })

  it('has no value of what every object has', () => {
    const data = messageOf('data', '%{constructor} %{__proto__}')
    expect(renderMessage(data, language)).toBe('%{constructor} %{__proto__}')
  })

  it('that is too long for its place is kept in English', () => {
    const message = messageOf('created', '%{thing} created', { thing: 'x'.repeat(100) })
    expect(shortenedMessage(message, 1000)).toBe(message)
    expect(shortenedMessage(message, 50)).toBe('x'.repeat(50))
  })
})

it('a message is edited under its own words', () => {
  expect(messageName('Use at most %{1} characters')).toBe('use_at_most_1_characters')
  expect(messageName('"%{1}" is final')).toBe('1_is_final')
  expect(messageName('x'.repeat(200)).length).toBeLessThanOrEqual(100)
})
