import { z } from 'zod'

import { typeMessage } from '#schema'

import { invalid, type RequestError } from './errors.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Of all that is wrong with a body, as many places are named. */
const maxPlaces = 100

type Issues = readonly z.core.$ZodIssue[]

/** The request was refused before its handler was called. */
export class ContractError extends Error {
  constructor(readonly refusal: RequestError) {
    super(refusal.message)
  }
}

/** Returns 422 with messages by field. */
export function bodyRefusal(issues: Issues): RequestError {
  // A map, because a key called `constructor` must stay a key.
  const errors = new Map<string, string[]>()
  for (const { place, message } of issues.flatMap(placesOf).slice(0, maxPlaces)) {
    errors.set(place, [...(errors.get(place) ?? []), message])
  }
  const [whole] = errors.get('') ?? []
  // What is wrong with all of it stands under no field.
  errors.delete('')
  return invalid(Object.fromEntries(errors), whole)
}

/** Where an issue lies: within what holds it, by dots; each key that is not known is a place of its own. */
function placesOf({ path, message, ...issue }: z.core.$ZodIssue) {
  if (issue.code !== 'unrecognized_keys') return [{ place: path.join('.'), message }]
  return issue.keys.slice(0, maxPlaces).map((key) => ({
    place: [...path, key].join('.'),
    message: msg('this_field_cannot_be_set_here'),
  }))
}

/** What a body's schema says where it has no words of its own: for people, who may have written a script. */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_big' || issue.code === 'too_small') return sizeMessage(issue)
  if (issue.code === 'unrecognized_keys') return msg('cannot_be_set_here', { name: issue.keys[0] })
  if (issue.code === 'invalid_value') return msg('choose_one_from_the_list')
  return typeMessage(issue)
}

/** The same of a query, whose values stand beside no label: each is named. */
export function queryIssueMessage(issue: z.core.$ZodRawIssue): string {
  const problem = issueMessage(issue)
  const key = issue.path?.join('.')
  return key ? msg('of_filter', { key, problem }) : problem
}

type SizeIssue = Extract<z.core.$ZodRawIssue, { code: 'too_big' | 'too_small' }>

function sizeMessage(issue: SizeIssue): string {
  const isMost = issue.code === 'too_big'
  const size = isMost ? issue.maximum : issue.minimum
  if (issue.origin === 'string') {
    return isMost
      ? msg('use_at_most_characters', { max: size })
      : msg('use_at_least_characters', { min: size })
  }
  if (issue.origin === 'array' || issue.origin === 'set') {
    return isMost ? msg('list_at_most', { max: size }) : msg('list_at_least', { min: size })
  }
  return isMost ? msg('enter_or_less', { max: size }) : msg('enter_or_more', { min: size })
}
