import { msg } from '../../../../texts/serverMsg.ts'

/** One message of several, each of which keeps its key. */
export const joinMessages = (all: readonly string[]): string =>
  all.reduceRight(
    (rest, first) => (rest === '' ? first : msg('this_and_that', { first, rest })),
    '',
  )

/** A message with what it is about before it. */
export const messageAbout = (part: string, problem: string): string =>
  msg('of_part', { part, problem })
