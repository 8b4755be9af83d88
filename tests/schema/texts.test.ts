import { describe, expect, it } from 'vitest'

import {
  createInterpreter,
  createPlural,
  formsOf,
  messageName,
  placeholdersOf,
} from '../../src/schema/texts.ts'

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

describe('an interpreter', () => {
  const messages: [string, string][] = [
    ['Not found.', 'Nicht da.'],
    ['Use at most %{1} characters', 'Höchstens ein Zeichen |||| Höchstens %{1} Zeichen'],
    ['%{1} successfully created', '%{1} angelegt'],
    ['"%{1}" is final', '„%{1}“ ist endgültig'],
    ['More than %{1} records match. The file holds the first %{2}.', 'Die ersten %{2} von %{1}.'],
    ['Choose one of: %{1}', 'Wähle: %{1}'],
  ]
  const names: Record<string, string> = { Lead: 'Kontakt', New: 'Neu', Old: 'Alt' }
  const interpret = createInterpreter({
    messages,
    plural: createPlural('de'),
    nameOf: (english) => names[english],
  })

  it.each([
    ['Not found.', 'Nicht da.'],
    ['Use at most 1 characters', 'Höchstens ein Zeichen'],
    ['Use at most 40 characters', 'Höchstens 40 Zeichen'],
    ['Lead successfully created', 'Kontakt angelegt'],
    ['Choose one of: New, Old, Odd', 'Wähle: Neu, Alt, Odd'],
    ['More than 1,000 records match. The file holds the first 50.', 'Die ersten 50 von 1,000.'],
  ])('says %j in its language', (english, text) => {
    expect(interpret(english)).toBe(text)
  })

  it('leaves what stands between quotes as it is: it is somebody’s data', () => {
    expect(interpret('"New" is final')).toBe('„New“ ist endgültig')
  })

  it('knows nothing of other texts', () => {
    expect(interpret('Hello')).toBeUndefined()
    expect(interpret(`${'x'.repeat(2000)} successfully created`)).toBeUndefined()
  })

  it('takes the pattern that says more', () => {
    const two = createInterpreter({
      messages: [
        ['%{1}: %{2}', 'short'],
        ['%{1}: same as in row %{2}', 'long'],
      ],
      plural: createPlural('en'),
    })
    expect(two('E-mail: same as in row 7')).toBe('long')
  })
})

it('a message is edited under its own words', () => {
  expect(messageName('Use at most %{1} characters')).toBe('use_at_most_1_characters')
  expect(messageName('"%{1}" is final')).toBe('1_is_final')
  expect(messageName('x'.repeat(200)).length).toBeLessThanOrEqual(100)
})
