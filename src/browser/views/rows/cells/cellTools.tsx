import { createContext, useContext } from 'react'

/** What the tools of cells are called. The list says it once, not every cell. */
interface ToolTexts {
  copy(text: string): string
  edit(field: string, title: string): string
}

export const ToolTextsContext = createContext<ToolTexts | undefined>(undefined)

/** Copies the cell's value. One element and no handler: the list around hears the click. */
export function CopyTool({ text }: { text: string }) {
  const texts = useContext(ToolTextsContext)
  if (!texts) return null
  return (
    <button
      type="button"
      // Reached from the row's other controls by arrow; a stop of its own in each row would be too many.
      tabIndex={-1}
      className="cell-tool"
      data-copy={text}
      aria-label={texts.copy(text)}
    />
  )
}

/** Opens the cell's own input in place. */
export function EditTool({ field, title }: { field: string; title: string }) {
  const texts = useContext(ToolTextsContext)
  if (!texts) return null
  return (
    <button
      type="button"
      className="cell-tool"
      data-edit=""
      aria-haspopup="dialog"
      aria-label={texts.edit(field, title)}
    />
  )
}
