import { zoneNamed } from '#schema'

import type { Rhythm } from './jobs.ts'

/** Returns what is wrong with a rhythm: it would never come, or always. */
export function rhythmFault(rhythm: Rhythm): string | undefined {
  if ('every' in rhythm) {
    return rhythm.every >= 1 ? undefined : `\`every\` is in minutes, at least 1: ${rhythm.every}`
  }
  const { at, zone = 'UTC' } = rhythm
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)) return `"${at}" is no time of a day, like 02:30`
  return zoneNamed(zone) ? undefined : `"${zone}" is no time zone, like Europe/London`
}
