/** Of an answer about each lead: what it says of the one at a place, in the words of answers to one lead. */
const ofEach: Readonly<Record<string, (place: number, count: number) => string>> = {
  batch: () => 'success',
  'batch-shuffled': () => 'success',
  'batch-short': (place, count) => (place < count - 1 ? 'success' : 'malformed'),
  'batch-partial': (place) => ['success', 'rejected', 'duplicate'][place % 3] ?? '',
  'batch-silent': () => 'malformed',
  'batch-misnamed': () => 'unmatched',
  'batch-cut': (place, count) => (place < Math.ceil(count / 2) ? 'cut' : 'cut-before'),
  'batch-slow': () => 'slow',
  'batch-refused': (_, count) => (count > 1 ? refused : 'success'),
}

/** A list that is refused as a whole: its leads go again one by one, as after a broker that gives no answer. */
const refused = 'unavailable'

const refusals = new Set(['rejected', 'duplicate'])

/** Answers to a call as a whole, which may come to a list of leads too. None of them takes any. */
const ofAll =
  'rejected duplicate capacity auth unauthorized limited unavailable error cut-before page unmatched redirect'.split(
    ' ',
  )

export const answersAboutEach: readonly string[] = Object.keys(ofEach)

/** What is played to those who send several leads in one call; those about each lead come first. */
export const batchAnswers: readonly string[] = [...answersAboutEach, ...ofAll]

/** What an answer to a call for so many leads comes to for the one at a place, as if it had been called alone. */
export function answerAt(scenario: string, place: number, count: number): string {
  const own = ofEach[scenario]
  if (own) return own(place, count)
  return count > 1 && refusals.has(scenario) ? refused : scenario
}
