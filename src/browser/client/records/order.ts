import type { SortPayload } from 'react-admin'

import type { Resource } from '#schema'

/** One field that a list is sorted by. */
export interface Order {
  readonly name: string
  readonly descending: boolean
}

/** Most fields that a list is sorted by (`parseQuery` on the server). */
export const ordersLimit = 5

/** The order in which a list is shown first. */
export function firstOrder({ sort = '-id' }: Resource): SortPayload {
  return payloadOf(ordersIn(sort))
}

/**
 * The order of a list in the words of the API: `-created_at,name`. react-admin knows one field, so the further
 * ones stand behind its name, in its state as in the address: field `created_at,name`, order DESC.
 */
export const sortText = ({ field, order }: SortPayload): string =>
  order === 'DESC' ? `-${field}` : field

export const ordersOf = (sort: SortPayload): Order[] => ordersIn(sortText(sort))

export function payloadOf([first, ...more]: readonly Order[]): SortPayload {
  const { name, descending } = first ?? { name: 'id', descending: true }
  const field = [name, ...more.map(signed)].join(',')
  return { field, order: descending ? 'DESC' : 'ASC' }
}

/** A list sorted by one column alone, which may show several fields: by another, or by the same the other way. */
export function sortedBy(orders: readonly Order[], names: readonly string[]): Order[] {
  const known = orders.find(({ name }) => name === names[0])
  const turns = known && orders.every(({ name }) => names.includes(name))
  const descending = turns ? !known.descending : (known?.descending ?? false)
  return names.map((name) => ({ name, descending }))
}

/** A list sorted by one field further: upwards, then downwards, then no more. */
export function sortedFurtherBy(orders: readonly Order[], name: string): Order[] {
  const known = orders.find((one) => one.name === name)
  if (!known) return [...orders, { name, descending: false }].slice(0, ordersLimit)
  if (known.descending && orders.length > 1) return orders.filter((one) => one !== known)
  return orders.map((one) => (one === known ? { name, descending: !one.descending } : one))
}

/** A list whose field counts more, or less, than its neighbour. */
export function moved(orders: readonly Order[], name: string, by: 1 | -1): readonly Order[] {
  const from = orders.findIndex((one) => one.name === name)
  const order = orders[from]
  const isPossible = order !== undefined && orders[from + by] !== undefined
  return isPossible ? orders.toSpliced(from, 1).toSpliced(from + by, 0, order) : orders
}

/** A list sorted the other way by one of its fields. */
export const turned = (orders: readonly Order[], name: string): Order[] =>
  orders.map((one) => (one.name === name ? { name, descending: !one.descending } : one))

/** A list that one field less sorts; by something it is always sorted. */
export const without = (orders: readonly Order[], name: string): readonly Order[] =>
  orders.length > 1 ? orders.filter((one) => one.name !== name) : orders

const signed = ({ name, descending }: Order) => (descending ? `-${name}` : name)

/** The fields in an order as the API writes it. */
export const ordersIn = (text: string): Order[] =>
  text
    .split(',')
    .map((part) => ({ name: part.replace(/^-/, ''), descending: part.startsWith('-') }))
