import { useEffect, type RefObject } from 'react'

const inputs =
  'input:not([type=hidden], [aria-hidden=true], :disabled), textarea:not([aria-hidden=true], :disabled), [role=combobox], [role=checkbox], button'

/** The part of a form that belongs to a field. */
const boxOf = (form: HTMLElement, name: string) =>
  form.querySelector<HTMLElement>(`[data-field="${name}"]`)

/** Gives a field's input the focus and brings it into view with its message; a fold or a tab around it opens. */
export function focusField(form: HTMLElement, name: string): void {
  const box = boxOf(form, name)
  const wrong = box?.querySelector<HTMLElement>('[aria-invalid=true]:not([aria-hidden=true])')
  let fold = (wrong ?? box)?.closest('details')
  for (; fold; fold = fold.parentElement?.closest('details')) fold.open = true
  const panel = box?.closest<HTMLElement>('[role=tabpanel][hidden]')
  if (panel) openTab(panel)
  const input = wrong ?? box?.querySelector<HTMLElement>(inputs)
  input?.focus({ preventScroll: true })
  box?.scrollIntoView({ block: 'center' })
}

/** Shows a panel in the place of that beside it, so that its inputs can have the focus now, and chooses its tab. */
function openTab(panel: HTMLElement): void {
  for (const one of panel.parentElement?.querySelectorAll<HTMLElement>(
    ':scope > [role=tabpanel]',
  ) ?? [])
    one.hidden = one !== panel
  document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click()
}

/** The first input has the focus, as soon as it can be used; a finger would only get the keyboard over the form. */
export function useFirstFocus(body: RefObject<HTMLElement | null>, isReady = true): void {
  useEffect(() => {
    const dialog = body.current?.closest<HTMLElement>('[role=dialog], main')
    const isTouched = window.matchMedia('(hover: none)').matches
    if (isReady && body.current && dialog && !isTouched) focusFirstField(body.current, dialog)
  }, [body, isReady])
}

/** Gives the first input of a form that can be seen the focus, unless something in its dialog has been given it already. */
function focusFirstField(form: HTMLElement, dialog: HTMLElement): void {
  const here = document.activeElement
  const isGiven = form.contains(here) || (dialog.contains(here) && here?.closest('form'))
  if (here?.matches(inputs) && isGiven) return
  const all = form.querySelectorAll<HTMLElement>(`[data-field] :is(${inputs})`)
  const first = [...all].find((input) => !input.closest('[hidden]'))
  first?.focus({ preventScroll: true })
}
