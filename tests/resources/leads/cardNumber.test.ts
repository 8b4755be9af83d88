import { expect, test } from 'vitest'

import { cardNumber } from '../../../resources/cardNumber.server.ts'

test.each([
  ['4111111111111111', true],
  ['4111-1111-1111-1111', true],
  ['card 4111 1111 1111 1111 exp 12/29', true],
  ['378282246310005', true],
  ['4222222222222', true],
  ['6304000000000000000', true],
  ['4111111111111112', false],
  ['41111111111111111111111', false],
  ['411111111111', false],
  ['1700000000003', false],
  ['0000000000000000', false],
  ['call 020 7946 0958', false],
  ['', false],
])('"%s" holds a card number: %s', (text, holds) => {
  expect(cardNumber.isIn(text)).toBe(holds)
})

test.each([
  ...[' ', '-', '.', '_', '/', '\\', '\u00a0', '\u2013', '\u2009', '·', '\u200b', '*'].map(
    (sign) => [['4111', '1111', '1111', '1111'].join(sign), true],
  ),
  ...[',', ';', ':', '|', ' - ', ', '].map((sign) => [
    `4111 1111 1111 1111`.replaceAll(' ', sign),
    true,
  ]),
  ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', true],
  ['3782-822463-10005', true],
  ['12/29 4111.1111.1111.1111 12/29', true],
  ['4111 1111 1111 1111 12/27 123', true],
  ['４１１１１１１１１１１１１１１１', true],
  ['٤١١١ ١١١١ ١١١١ ١١١١', true],
  ['card4111111111111111exp1229', true],
  ['2026-11-05 12.30.45', false],
  ['20261105123047', false],
  ['+44 20 7946 0958, +44 20 7946 0959', false],
  ['62.210.180.229:44321', false],
  ['12345674,22345674,32345674', false],
  ['2001:4860:4860:0000:0000:0000:0000:8888', false],
  ['0acf7330fe03b375725086737920ff1c081fafa8dc7db6e39d82364564ce0acd', false],
  ['acf7330fe03b375725086737920ff1c081fafa8dc7db6e39d82364564ce0acd', true],
])('M9: "%s" holds a card number: %s', (text, holds) => {
  expect(cardNumber.isIn(String(text))).toBe(holds)
})

test.each([
  ['card 4111 1111 1111 1111 exp 12/27', 'card •••• 1111 exp 12/27'],
  ['4111.1111.1111.1111, 3782-822463-10005.', '•••• 1111, •••• 0005.'],
  ['call 020 7946 0958', 'call 020 7946 0958'],
])('M9: "%s" is kept as "%s"', (text, kept) => {
  expect(cardNumber.masked(text)).toBe(kept)
  expect(cardNumber.isIn(kept)).toBe(false)
})

test('M9: a text of a megabyte is looked through in one pass', () => {
  for (const part of ['7 ', '41', '4-1.', '.', 'x4', '٤']) {
    expect(cardNumber.isIn(`${part.repeat(400_000)}x4111111111111111`)).toBe(true)
  }
})

test('H1: one is found, and masked, behind a hundred thousand other groups of digits', () => {
  const others = '5 1 '.repeat(50_000)
  expect(cardNumber.masked(`${others}, 4111 1111 1111 1111`)).toBe(
    cardNumber.masked(others) + ', •••• 1111',
  )
})
