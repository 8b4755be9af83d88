import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import type { Version } from '../versions/versions.browser.ts'
import { Code } from './CallText.tsx'
import { useIntegrationWords } from './useIntegrationWords.browser.ts'

interface DifferencesProps {
  readonly before: Version
  readonly now: Version
}

/** What stands otherwise in one version than in another, place by place. */
export function Differences({ before, now }: DifferencesProps) {
  const { place, lines } = useIntegrationWords()
  const text = (name: string, { content }: Version) => lines(name, content[name])
  const names = [...new Set([...Object.keys(before.content), ...Object.keys(now.content)])]
  const changed = names.filter((name) => text(name, before) !== text(name, now))
  return changed.map((name) => (
    <Box key={name} sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {place(name)}
      </Typography>
      <Code text={difference(text(name, before), text(name, now))} />
    </Box>
  ))
}

/** The lines that went, and those that came. */
function difference(before: string, now: string): string {
  const [old, fresh] = [before.split('\n'), now.split('\n')]
  const gone = without(old, fresh).map((line) => `− ${line}`)
  const come = without(fresh, old).map((line) => `+ ${line}`)
  return [...gone, ...come].join('\n') || now
}

/** The lines that the others lack, each as often as they lack it. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
