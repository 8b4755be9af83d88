import { badFile } from '../../../../csv/fileError.ts'
import { msg } from '../../../../texts/filesMsg.ts'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const longestComment = 65_557
const entriesLimit = 10_000

/** Bytes of one part of a workbook, and of all: more than 200,000 rows of a hundred columns have. */
const partLimit = 500_000_000
const allLimit = 1_000_000_000

/** Refuses a workbook by what its directory says of its parts, before anything of it is unpacked: a bomb is small. */
export function checkUnpacked(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end === undefined) throw badFile(msg('this_workbook_cannot_be_read'))
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  let all = 0
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entryMark) {
      throw badFile(msg('this_workbook_cannot_be_read'))
    }
    const size = view.getUint32(at + 24, true)
    all += size
    if (size > partLimit || all > allLimit || count > entriesLimit) {
      throw badFile(msg('this_workbook_is_too_large'))
    }
    const lengths = [28, 30, 32].map((place) => view.getUint16(at + place, true))
    at += 46 + lengths.reduce((sum, length) => sum + length)
  }
}

/** Where the directory is described, at the end of the file before a comment. */
function endOf(view: DataView): number | undefined {
  const least = Math.max(0, view.byteLength - longestComment)
  for (let at = view.byteLength - 22; at >= least; at -= 1) {
    if (view.getUint32(at, true) === endMark) return at
  }
  return undefined
}
