import { describe, expect, test } from 'vitest'

import { anyone, both, can, either, lacks, nobody, own, remediesOf } from '#schema'

import { userWith } from '../fixtures/user.ts'

const hidden = both(can('page.view'), either(lacks('hide'), can('page.anyway')))

describe('what would let a user do more', () => {
  test.each([
    ['the one permission that is missing', can('a'), [], [{ grant: ['a'], withdraw: [] }]],
    [
      'all that are missing when each alone would not do',
      both(can('a'), can('b')),
      [],
      [{ grant: ['a', 'b'], withdraw: [] }],
    ],
    ['only what is missing', both(can('a'), can('b')), ['a'], [{ grant: ['b'], withdraw: [] }]],
    [
      'each way of several',
      either(can('a'), can('b')),
      [],
      [
        { grant: ['a'], withdraw: [] },
        { grant: ['b'], withdraw: [] },
      ],
    ],
    [
      'what takes something away, too',
      hidden,
      ['page.view', 'hide'],
      [
        { grant: ['page.anyway'], withdraw: [] },
        { grant: [], withdraw: ['hide'] },
      ],
    ],
    ['both at once', hidden, ['hide'], [{ grant: ['page.view', 'page.anyway'], withdraw: [] }]],
    [
      'the whole where some is open',
      either(own('user'), can('a')),
      [],
      [{ grant: ['a'], withdraw: [] }],
    ],
    ['nothing where all is open', anyone, [], []],
    ['nothing where no permission opens it', nobody, [], []],
  ])('%s', (_, rule, permissions, remedies) => {
    expect(remediesOf(rule, userWith(...permissions))).toEqual(remedies)
  })
})
