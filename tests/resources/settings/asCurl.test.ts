import { execFileSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { asCurl } from '../../../resources/settings/asCurl.ts'

const origin = 'https://console.example'

/** The words that a shell gives to curl. */
const wordsIn = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

test('a logged call is a command for a shell, which finds nothing to do in what was sent', () => {
  const request = { name: `O'Hara $(id) \`id\` "\\`, note: 'two\nlines', token: '[hidden]' }
  const call = {
    direction: 'out',
    method: 'POST',
    path: `https://b.example/a'b/[1-3]`,
    request,
  } as const
  expect(wordsIn(asCurl(call, origin))).toEqual([
    '--globoff',
    '-X',
    'POST',
    call.path,
    '-H',
    'Content-Type: application/json',
    '--data-raw',
    JSON.stringify(request),
  ])
})

test('a call to this server has its address, and no body that the log has not', () => {
  const call = { direction: 'in', method: 'GET', path: '/api/lead/7' } as const
  expect(asCurl(call, origin)).toBe(`curl --globoff -X 'GET' 'https://console.example/api/lead/7'`)
  const hidden = { ...call, request: '[hidden: 43 characters]' }
  expect(wordsIn(asCurl(hidden, origin)).slice(-2)).toEqual(['--data-raw', hidden.request])
})
