import type { Page } from '@playwright/test'

/** Specification of the issue: the least that a finger gets, in CSS pixels. */
const finger = 44

/**
 * What a finger could miss on the page as it stands, and what is wider than the window. A control offers its own box, or that of
 * its label or of the frame around its input. Links within a sentence are as high as its lines (WCAG 2.5.8).
 */
export async function missedTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const roles =
      'button menuitem menuitemradio menuitemcheckbox option tab link checkbox radio switch combobox slider'
    const controls = `a[href], button, input:not([type=hidden]), select, textarea, summary,
      .MuiChip-deleteIcon, ${roles.replaceAll(/\w+/g, '[role=$&]').replaceAll(' ', ', ')}`
    const isOffered = (one: Element) => {
      const { width, height } = one.getBoundingClientRect()
      const isThere = one.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
      const isOut = one.matches(':disabled') || one.closest('[aria-hidden=true], [inert]')
      return isThere && !isOut && getComputedStyle(one).clipPath === 'none'
    }
    const isInSentence = (one: Element) => {
      if (one.tagName !== 'A' || getComputedStyle(one).display !== 'inline') return false
      const around = one.closest('p, li, dd, td, div')
      const others = [...(around?.querySelectorAll('a, button') ?? [])]
      const linked = others.reduce((sum, other) => sum + (other.textContent ?? '').length, 0)
      return (around?.textContent ?? '').trim().length > linked + 3
    }
    const boxesOf = (one: Element) => [
      one,
      one.closest('label'),
      one.closest('.MuiButtonBase-root'),
      // A click on the frame of an input goes to the input, not to the buttons within it.
      one.matches('input, textarea, [role=combobox]') ? one.closest('.MuiInputBase-root') : null,
      one.id ? document.querySelector(`label[for="${CSS.escape(one.id)}"]`) : null,
    ]
    const isBigEnough = (one: Element | null) => {
      const { width = 0, height = 0 } = one?.getBoundingClientRect() ?? {}
      return width >= least - 0.5 && height >= least - 0.5
    }
    /** Whether presses around the middle go to the control all the same, to what it draws around itself. */
    const reaches = (one: Element) => {
      one.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = one.getBoundingClientRect()
      const reach = least / 2 - 1
      return [
        [-reach, 0],
        [reach, 0],
        [0, -reach],
        [0, reach],
      ].every(([x = 0, y = 0]) => {
        const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y)
        return hit !== null && one.contains(hit)
      })
    }
    const told = (one: Element) => {
      const { width, height } = one.getBoundingClientRect()
      const name = one.getAttribute('aria-label') ?? one.textContent ?? ''
      const kind = one.getAttribute('role') ?? one.tagName.toLowerCase()
      return `${kind} "${name.slice(0, 40)}" ${Math.round(width)}×${Math.round(height)} .${one.className}`
    }
    const isMissed = (one: Element) =>
      isOffered(one) && !isInSentence(one) && !boxesOf(one).some(isBigEnough) && !reaches(one)
    const missed = [...document.querySelectorAll(controls)].filter(isMissed).map(told)
    const page = document.scrollingElement
    const isWide = page !== null && page.scrollWidth > window.innerWidth
    const wide = [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')]
      .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 0.5)
      .map((one) => `wider than the window: ${told(one)}`)
    return [...new Set([...(isWide ? [`page ${page.scrollWidth} wide`] : []), ...wide, ...missed])]
  }, finger)
}
