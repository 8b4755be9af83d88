import { describe, expect, it } from 'vitest'

import {
  firstOrder,
  ordersOf,
  payloadOf,
  sortedBy,
  sortedFurtherBy,
  sortText,
  type Order,
} from '../../../../src/browser/client/records/order.ts'
import { tag, thing } from '../fixture.ts'

const up = (name: string): Order => ({ name, descending: false })
const down = (name: string): Order => ({ name, descending: true })

describe('the order of a list', () => {
  it.each([
    [[down('created_at')], { field: 'created_at', order: 'DESC' }, '-created_at'],
    [[up('name'), down('id')], { field: 'name,-id', order: 'ASC' }, 'name,-id'],
    [[down('a'), up('b'), down('c')], { field: 'a,b,-c', order: 'DESC' }, '-a,b,-c'],
  ] as const)('%j is one for react-admin and one for the API', (orders, payload, text) => {
    expect(payloadOf(orders)).toEqual(payload)
    expect(sortText(payload)).toBe(text)
    expect(ordersOf(payload)).toEqual(orders)
  })

  it('is the declared one at first', () => {
    expect(firstOrder(tag)).toEqual({ field: 'name', order: 'ASC' })
    expect(firstOrder(thing)).toEqual({ field: 'created_at', order: 'DESC' })
  })
})

describe('a click', () => {
  it.each([
    [[down('id')], [up('name')]],
    [[up('name')], [down('name')]],
    [[down('name')], [up('name')]],
    [[up('id'), down('name')], [down('name')]],
  ])('on a list by %j sorts it by %j', (before, after) => {
    expect(sortedBy(before, ['name'])).toEqual(after)
  })

  it.each([
    [[down('id')], [down('id'), up('name')]],
    [
      [down('id'), up('name')],
      [down('id'), down('name')],
    ],
    [[down('id'), down('name')], [down('id')]],
    [[down('name')], [up('name')]],
    [['a', 'b', 'c', 'd', 'e'].map(up), ['a', 'b', 'c', 'd', 'e'].map(up)],
  ])('with Shift on a list by %j sorts it by %j', (before, after) => {
    expect(sortedFurtherBy(before, 'name')).toEqual(after)
  })
})
