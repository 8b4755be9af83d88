import { expect, it } from 'vitest'

import { deviceOf } from '../../../src/server/auth/devices.ts'
import { msg } from '../../../src/texts/serverMsg.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome', 'Windows'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${chrome.replace('Chrome', 'HeadlessChrome')}`,
    'Chrome',
    'Linux',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/140.0.0.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`, 'Chrome', 'Android'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  ['curl/8.14.1', 'curl', msg('an_unknown_system')],
  ['', msg('an_unknown_program'), msg('an_unknown_system')],
  [null, msg('an_unknown_program'), msg('an_unknown_system')],
  [undefined, msg('an_unknown_program'), msg('an_unknown_system')],
])('%s is %s on %s', (agent, browser, system) => {
  expect(deviceOf(agent)).toEqual({ browser, system })
})
