/** Where two of these read a text in the same way, the more common one comes first. */
export const narrowEncodings = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'gbk',
  'big5',
  'euc-kr',
] as const

/** The encodings a text may come in, by the names of the web. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', ...narrowEncodings] as const
