const inputs =
  'input:not([type=hidden], [aria-hidden=true], :disabled), textarea:not([aria-hidden=true], :disabled), [role=combobox], [role=checkbox], button'

/** The part of a form that belongs to a field. */
const boxOf = (form: HTMLElement, name: string) =>
  form.querySelector<HTMLElement>(`[data-field="${name}"]`)

/** Gives a field's input the focus and brings it into view with its message; what is folded around it opens. */
export function focusField(form: HTMLElement, name: string): void {
  const box = boxOf(form, name)
  for (let fold = box?.closest('details'); fold; fold = fold.parentElement?.closest('details')) {
    fold.open = true
  }
  const wrong = box?.querySelector<HTMLElement>('[aria-invalid=true]:not([aria-hidden=true])')
  const input = wrong ?? box?.querySelector<HTMLElement>(inputs)
  input?.focus({ preventScroll: true })
  box?.scrollIntoView({ block: 'center' })
}

/** Gives the first input of a form the focus, unless something in its dialog has been given it already. */
export function focusFirstField(form: HTMLElement, dialog: HTMLElement): void {
  const here = document.activeElement
  if (here?.matches(inputs) && dialog.contains(here) && here.closest('form')) return
  form.querySelector<HTMLElement>(`[data-field] :is(${inputs})`)?.focus({ preventScroll: true })
}
