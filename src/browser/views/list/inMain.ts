/**
 * Where the menus of a list stand: within the page's main part, so that those who move by landmarks find them. The
 * body, where there is none.
 */
export const inMain = (): HTMLElement => document.querySelector('main') ?? document.body
