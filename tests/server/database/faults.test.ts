import { describe, expect, it } from 'vitest'

import { faultOf } from '../../../src/server/database/faults.ts'

const withCode = (code: string, message = 'no') => Object.assign(new Error(message), { code })

describe('F2: an error is a fault of the database', () => {
  it.each([
    ['unreachable', withCode('08006')],
    ['unreachable', withCode('57P01', 'terminating connection due to administrator command')],
    ['unreachable', withCode('25P03')],
    ['unreachable', withCode('ECONNREFUSED')],
    ['unreachable', new Error('Connection terminated unexpectedly')],
    ['unreachable', new Error('Client has encountered a connection error and is not queryable')],
    ['unreachable', new Error('timeout exceeded when trying to connect')],
    ['unreachable', new Error('Cannot reach it', { cause: withCode('ECONNRESET') })],
    ['conflict', withCode('40P01')],
    ['conflict', withCode('40001')],
    ['conflict', withCode('55P03')],
    ['timeout', withCode('57014')],
    ['timeout', new Error('Query read timeout')],
    ['full', withCode('53100')],
    ['full', withCode('58030', 'could not write to file: No space left on device')],
    ['full', withCode('ENOSPC')],
    ['readonly', withCode('25006', 'cannot execute INSERT in a read-only transaction')],
  ])('of the kind %s: %s', (fault, error) => {
    expect(faultOf(error)).toBe(fault)
  })

  it.each([withCode('23505'), withCode('22021'), withCode('42P01'), new Error('no'), 'text', null])(
    'unless it is about the statement or its values: %s',
    (error) => {
      expect(faultOf(error)).toBeUndefined()
    },
  )
})
