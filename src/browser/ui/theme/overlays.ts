// One that is on its way out is hidden already.
const dialogs = '[role=dialog]:not([aria-hidden=true] *)'

/**
 * Where menus, choices and hints stand: in the dialog that lies over the page, else in its main part, so that those who
 * move by landmarks find them. The body, where there is neither.
 */
export const overlayHome = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>(dialogs)].at(-1) ??
  document.querySelector('main') ??
  document.body
