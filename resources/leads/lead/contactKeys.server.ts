/** Domains whose mail arrives in the same box, under the name we compare by. */
const aliases: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' }

/** Where a sub-address begins, by provider. Other providers may deliver `a+b` and `a` to two people. */
const subAddress: Readonly<Record<string, string>> = {
  'gmail.com': '+',
  'outlook.com': '+',
  'hotmail.com': '+',
  'live.com': '+',
  'msn.com': '+',
  'icloud.com': '+',
  'me.com': '+',
  'yahoo.com': '-',
  'ymail.com': '-',
  'rocketmail.com': '-',
}

/** What two addresses of one mailbox have in common (product.md 10.2). We send the address as typed, not this. */
export function emailKey(email: string): string {
  const at = email.lastIndexOf('@')
  const given = email.slice(at + 1)
  const domain = aliases[given] ?? given
  const [name = ''] = email.slice(0, at).split(subAddress[providerOf(domain)] ?? '@')
  const box = domain === 'gmail.com' ? name.replaceAll('.', '') : name
  // Nothing before the mark: the address is odd, but still somebody's own.
  return box === '' ? email : `${box}@${domain}`
}

/** The provider behind a national domain: `yahoo.co.uk` is Yahoo. */
function providerOf(domain: string): string {
  const [name = ''] = domain.split('.')
  return /^(?:yahoo|hotmail|outlook|live)$/.test(name) ? `${name}.com` : domain
}
