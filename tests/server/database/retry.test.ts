import { expect, it } from 'vitest'

import { retryConflicts } from '../../../src/server/database/connection.ts'

const failing = (codes: string[]) => {
  const left = [...codes]
  return async () => {
    const code = left.shift()
    if (code) throw Object.assign(new Error(code), { code })
    return left.length
  }
}

it('F1: a transaction that another one was in the way of is begun again, some times', async () => {
  expect(await retryConflicts(failing(['40P01', '40001', '55P03']))).toBe(0)
  await expect(retryConflicts(failing(Array(4).fill('40P01')))).rejects.toThrow('40P01')
  await expect(retryConflicts(failing(['23505']))).rejects.toThrow('23505')
  await expect(retryConflicts(failing(['57P01']))).rejects.toThrow('57P01')
})
