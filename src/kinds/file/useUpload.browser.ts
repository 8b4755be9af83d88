import { useEffect, useRef, useState } from 'react'
import { useResourceContext } from 'react-admin'

import { isTaken, kindOf } from '#schema'

import { problemOf } from '../../browser/client/http/problem.ts'
import { useMessage, useT } from '../../browser/client/i18n/texts.ts'
import { useProvider } from '../../browser/client/records/provider.ts'
import type { InputProps } from '../../browser/ui/fields/textInputs.tsx'
import { upload } from '../../browser/views/imports/file/upload.ts'
import english from '../../texts/en/records.json'
import type { FileValue } from './file.ts'

/** What the input holds: without an `id` while the file is on its way, which no form may send. */
export type Held = Omit<FileValue, 'id'> & { readonly id?: string }

/** Uploads the file that is taken last; `onChange` hears of it before and after. */
export function useUpload({ field, name }: InputProps, onChange: (held: Held | null) => void) {
  const provider = useProvider()
  const resource = useResourceContext() ?? ''
  const t = useT(english)
  const [bytes, setBytes] = useState<File>()
  const [percent, setPercent] = useState<number>()
  const messageText = useMessage()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (file: File, signal: AbortSignal) => {
    const held = { name: file.name, size: file.size, type: file.type }
    onChange(held)
    setPercent(0)
    try {
      const purpose = `record:${resource}.${name}`
      const id = await upload({
        file,
        purpose,
        connection: provider,
        signal,
        onProgress: setPercent,
      })
      if (!signal.aborted) onChange({ id, ...held })
    } catch (error) {
      if (signal.aborted) return
      onChange(null)
      setBytes(undefined)
      setProblem(messageText(problemOf(error).message))
    }
    if (!signal.aborted) setPercent(undefined)
  }
  const take = (file: File | undefined) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setPercent(undefined)
    const { types = [], bytes: maxBytes = Infinity } = kindOf(field).file?.(field) ?? {}
    if (file && (file.size > maxBytes || !isTaken(types, file.type))) {
      const names = types.map((type) => type.replace(/^.+\/(?=\w)|\/\*$/, '')).join(', ')
      const isLarge = file.size > maxBytes
      setProblem(
        isLarge
          ? t('file_too_large', { max: maxBytes / 1024 / 1024 })
          : t('file_of_types', { types: names }),
      )
      return
    }
    setBytes(file)
    if (file) void send(file, controller.signal)
    else onChange(null)
  }
  return { bytes, take, percent, problem }
}
