/** Whether nothing stands in an input. */
export const isEmpty = (typed: unknown): boolean =>
  typed === null || typed === undefined || typed === ''

/** Whether two inputs hold the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other)
