import { createContext, useContext } from 'react'

/** What the tools of cells are called. The list says it once, not every cell. */
export interface ToolWords {
  copy(text: string): string
  edit(field: string, title: string): string
}

export const ToolWordsContext = createContext<ToolWords | undefined>(undefined)

/** Copies the cell's value. One element and no handler: the list around hears the click. */
export function CopyTool({ text }: { text: string }) {
  const words = useContext(ToolWordsContext)
  if (!words) return null
  return (
    <button
      type="button"
      // Reached from the row's other controls by arrow; a stop of its own in each row would be too many.
      tabIndex={-1}
      className="cell-tool"
      data-copy={text}
      aria-label={words.copy(text)}
    />
  )
}

/** Opens the cell's own input in place. */
export function EditTool({ field, title }: { field: string; title: string }) {
  const words = useContext(ToolWordsContext)
  if (!words) return null
  return (
    <button
      type="button"
      className="cell-tool"
      data-edit=""
      aria-haspopup="dialog"
      aria-label={words.edit(field, title)}
    />
  )
}
