/** What a person recognises a device by. */
export interface Device {
  readonly browser: string
  readonly system: string
}

/** Order matters: most browsers also name the ones they descend from. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bChromium\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: typeof browsers, text: string) => list.find(([sign]) => sign.test(text))?.[1]

/** Reads a user agent. What is no browser is called by the first word it says of itself. */
export function deviceOf(userAgent: string | null | undefined): Device {
  const text = userAgent ?? ''
  const [program] = text.split('/')
  return {
    browser: nameIn(browsers, text) ?? (program?.trim().slice(0, 40) || 'an unknown program'),
    system: nameIn(systems, text) ?? 'an unknown system',
  }
}
