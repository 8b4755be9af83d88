import { describe, expect, it } from 'vitest'

import { parseQuery } from '#schema'

import { chipsOf } from '../../../../src/browser/views/filters/FilterChips.tsx'
import {
  emptyGroup,
  readGroups,
  rulesOf,
  writeGroups,
  type OperatorName,
} from '../../../../src/browser/views/filters/groups.ts'
import { filterableFields, operatorsFor } from '../../../../src/browser/views/filters/operators.ts'
import { everything, thing, userWith } from '../fixture.ts'

const user = userWith(...everything)

const written = (field: string, operator: OperatorName, ...values: (string | number)[]) =>
  writeGroups(thing, emptyGroup([{ key: 1, field, operator, values }]))

describe('a condition of the builder', () => {
  it.each<[string, OperatorName, (string | number)[], object]>([
    ['text', 'contains', ['la'], { text: { contains: 'la' } }],
    ['text', 'is', ['Smith, John'], { text: ['Smith, John'] }],
    ['text', 'is_not', ['x'], { text: { not: ['x'] } }],
    ['money', 'from', ['5'], { money: { from: '5' } }],
    ['money', 'between', ['5', '9'], { money: { from: '5', to: '9' } }],
    ['timestamp', 'period', ['last_7_days'], { timestamp: 'last_7_days' }],
    ['timestamp', 'is', ['2026-01-31'], { timestamp: { from: '2026-01-31', to: '2026-01-31' } }],
    ['date', 'to', ['2026-01-31'], { date: { to: '2026-01-31' } }],
    ['reference', 'is', [1, 2], { reference: [1, 2] }],
    ['references', 'is_not', [1], { references: { not: [1] } }],
    ['email', 'empty', [], { email: { empty: true } }],
    ['email', 'not_empty', [], { email: { empty: false } }],
    ['boolean', 'is', ['true'], { boolean: ['true'] }],
  ])(
    '%s %s %j is asked as %j, taken by the server, and read back',
    (field, operator, values, node) => {
      const text = written(field, operator, ...values)
      expect(JSON.parse(text ?? '')).toEqual({ all: [node] })
      expect(() => parseQuery(thing, user, { where: text })).not.toThrow()
      const { nodes } = readGroups(thing, text)
      expect(nodes).toMatchObject([{ field, operator }])
      expect(writeGroups(thing, readGroups(thing, text))).toBe(text)
    },
  )

  it.each<[string, OperatorName, string[]]>([
    ['text', 'contains', []],
    ['text', 'contains', ['']],
    ['reference', 'is', []],
    ['money', 'between', ['1', '']],
    ['timestamp', 'period', []],
  ])('%s %s %j is not whole yet and asks for nothing', (field, operator, values) => {
    expect(written(field, operator, ...values)).toBeUndefined()
  })
})

describe('groups', () => {
  it('stand in each other, those without a whole condition left out', () => {
    const where =
      '{"any":[{"choice":["new"]},{"all":[{"money":{"from":"5"}},{"text":{"contains":"a"}}]}]}'
    const group = readGroups(thing, where)
    expect(group).toMatchObject({ match: 'any', nodes: [{ field: 'choice' }, { match: 'all' }] })
    expect(writeGroups(thing, group)).toBe(where)
    const more = { ...group, nodes: [...group.nodes, emptyGroup(rulesOf(thing, 'text', ''))] }
    expect(writeGroups(thing, more)).toBe(where)
  })

  it('of another hand are read as those of the builder', () => {
    const group = readGroups(thing, { text: { in: 'a,b', not: 'c' }, money: 5 })
    expect(group).toMatchObject({
      match: 'all',
      nodes: [
        { field: 'text', operator: 'is', values: ['a', 'b'] },
        { field: 'text', operator: 'is_not', values: ['c'] },
        { field: 'money', operator: 'is', values: ['5'] },
      ],
    })
  })

  it.each(['{', 'null', '[]', '7', undefined, '{"any":7}', '{"all":[[]]}'])(
    '%j are none',
    (text) => {
      expect(readGroups(thing, text)).toMatchObject({ match: 'all', nodes: [] })
    },
  )
})

describe('the operators on offer', () => {
  const operators = (name: string, one = user) => {
    const field = (thing.fields as never)[name]
    return operatorsFor(thing, one, { name, field })
  }

  it('follow the kind of the field', () => {
    expect(operators('text')).toEqual(['contains', 'is', 'is_not'])
    expect(operators('money')).toEqual([
      'is',
      'is_not',
      'from',
      'to',
      'between',
      'empty',
      'not_empty',
    ])
    expect(operators('timestamp')).toEqual([
      'period',
      'is',
      'from',
      'to',
      'between',
      'empty',
      'not_empty',
    ])
    expect(operators('references')).toEqual(['is', 'is_not', 'empty', 'not_empty'])
    expect(operators('boolean')).toEqual(['is'])
    expect(operators('json')).toEqual(['empty', 'not_empty'])
    expect(operators('password')).toEqual([])
  })

  it('H2: leave nothing of masked values but whether there are any', () => {
    const clerk = userWith(...everything.filter((one) => one !== 'thing.contact'))
    expect(operators('email')).toContain('contains')
    expect(operators('email', clerk)).toEqual(['empty', 'not_empty'])
  })

  it('are for fields that the user may read', () => {
    const names = (one = user) => filterableFields(thing, one).map(({ name }) => name)
    expect(names()).toEqual(expect.arrayContaining(['id', 'phone', 'created_at', 'updated_at']))
    expect(names()).not.toContain('password')
    expect(names(userWith('thing.view'))).not.toContain('phone')
  })
})

describe('the chips of a list', () => {
  it('are one for each field and each condition, and know how to go', () => {
    const where = '{"all":[{"text":["a"]},{"any":[{"money":["5"]},{"money":["6"]}]}]}'
    const values = { search: 'x', timestamp_from: '2026-01-01', timestamp_to: '2026-01-31', where }
    expect(chipsOf(thing, values)).toMatchObject([
      {
        key: 'timestamp',
        node: { operator: 'between', values: ['2026-01-01', '2026-01-31'] },
        without: { timestamp_from: undefined, timestamp_to: undefined },
      },
      {
        node: { field: 'text' },
        without: { where: '{"all":[{"any":[{"money":["5"]},{"money":["6"]}]}]}' },
      },
      { node: { match: 'any' }, without: { where: '{"all":[{"text":["a"]}]}' } },
    ])
  })

  it('of alternatives are one', () => {
    const where = '{"any":[{"text":["a"]},{"text":["b"]}]}'
    expect(chipsOf(thing, { where })).toMatchObject([
      { node: { match: 'any' }, without: { where: undefined } },
    ])
  })

  it('can take away what nobody understands', () => {
    expect(chipsOf(thing, { nonsense: 1, where: '{' })).toMatchObject([
      { key: 'nonsense', node: undefined, without: { nonsense: undefined } },
      { key: 'where', node: undefined, without: { where: undefined } },
    ])
  })
})
