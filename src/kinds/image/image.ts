import { boundsOf, parts, type FileOptions, type FileValue } from '../file/file.ts'
import { defineKind, plainField } from '../kind.ts'

const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** A picture: a file that is shown. PNG, JPEG, WebP and GIF unless `types` says less: `photo: field.image({ optional: true })`. */
export const imageKind = defineKind(plainField<'image', FileValue, FileOptions>('image'), {
  ...parts,
  fault({ options: { types = [] } }) {
    const other = types.find((type) => !pictures.includes(type))
    return other === undefined ? undefined : `an image is no ${other}`
  },
  file: ({ options }) => boundsOf(options, pictures),
})
