export const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

const signs: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' }

/** `mod+k` → Ctrl, K; `g l` → g, l. */
export function keyNames(keys: string): string[] {
  if (keys.startsWith('mod+')) return [isMac() ? '⌘' : 'Ctrl', capital(keys.slice(4))]
  return keys.split(' ').map((one) => signs[one] ?? one)
}

const capital = (name: string) => (name.length === 1 ? name.toUpperCase() : name)
