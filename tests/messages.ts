import { expect } from 'vitest'

import { readMessage, renderMessage } from '#schema'

// Tests write a message as people read it: as its English.
expect.addEqualityTesters([
  (one: unknown, other: unknown) =>
    typeof one === 'string' &&
    typeof other === 'string' &&
    (readMessage(one) ? !readMessage(other) : readMessage(other) !== undefined)
      ? renderMessage(one) === renderMessage(other)
      : undefined,
])
