import type { OnlyKnown } from '../field.ts'
import { boundsOf, parts, type FileOptions, type StoredFileField } from '../file/file.ts'
import { defineKind } from '../kind.ts'

/** A picture: a file that is shown. PNG, JPEG, WebP and GIF unless `types` says less: `photo: field.image({ optional: true })`. */
function image<const Options extends FileOptions>(
  options = {} as OnlyKnown<Options, FileOptions>,
): StoredFileField<'image', Options> {
  return { kind: 'image', options }
}

const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

export const imageKind = defineKind(image, {
  ...parts,
  fault({ options: { types = [] } }) {
    const other = types.find((type) => !pictures.includes(type))
    return other === undefined ? undefined : `an image is no ${other}`
  },
  file: ({ options }) => boundsOf(options, pictures),
})
