const white = '#ffffff'
const dark = '#1e293b'

/** The statuses of product.md 3.6; every pair of colours has a contrast of 4.5 : 1 or more. */
export const statuses = [
  row('New', 'new', 'none', white, '#1d4ed8', { is_default: true }),
  row('In queue', 'new', 'none', dark, '#bfdbfe'),
  row('No answer', 'in_work', 'none', dark, '#fde68a'),
  row('Call back', 'in_work', 'none', dark, '#fdba74'),
  row('Interested', 'positive', 'valid', white, '#047857'),
  row('Not interested', 'negative', 'valid', white, '#475569'),
  row('Wrong number', 'invalid', 'invalid', white, '#9f1239'),
  row('Wrong person', 'invalid', 'invalid', white, '#b91c1c'),
  row('Under age', 'invalid', 'invalid', white, '#7f1d1d'),
  row('No language', 'negative', 'valid', dark, '#cbd5e1'),
  row('Duplicate', 'invalid', 'invalid', dark, '#fecaca'),
  row('Do not call', 'negative', 'none', white, '#111827'),
  row('Deposit', 'deposit', 'valid', white, '#6d28d9', { is_system: true }),
].map((status, index) => ({ ...status, position: (index + 1) * 10 }))

function row(
  name: string,
  group: string,
  validity: string,
  text_color: string,
  bg_color: string,
  { is_default = false, is_system = false } = {},
) {
  return { name, group, validity, text_color, bg_color, is_default, is_system }
}
