import { expect, type Locator, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** What is wrong with the place of the focus now; empty where nothing is. */
    focusProblem(): string
    /** Times at which nothing had the focus for longer than a person notices. */
    focusLosses: string[]
  }
}

export interface Keys {
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Tab, or Shift and Tab, until this has the focus. */
  goTo(target: Locator): Promise<void>
  /** Goes there and presses Enter. */
  enter(target: Locator): Promise<void>
  /** Goes to an item of the open menu by the arrows and presses Enter. */
  pick(item: Locator): Promise<void>
  /** Opens a closed choice, types the beginning of an option and takes it. */
  choose(target: Locator, option: string): Promise<void>
  /** What was lost for a while since the visit began. */
  losses(): Promise<string[]>
  forget(): Promise<void>
}

/** Works a page by keys alone. After every key the focus must stand where it can be seen. */
export async function keysOf(page: Page): Promise<Keys> {
  await page.addInitScript(watchFocus)
  const settle = async (after: string) => {
    if ((await page.evaluate(() => window.focusProblem())) === '') return
    const isWell = page.waitForFunction(() => window.focusProblem() === '', undefined, {
      timeout: 5_000,
    })
    await isWell.catch(async () => {
      const problem = await page.evaluate(() => window.focusProblem())
      expect(problem, `after ${after} on ${page.url()}`).toBe('')
    })
  }
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      await settle(key)
    }
  }
  /** Asks the page once a key, of an element found once: to find it by its role takes longer than the key. */
  const goTo = async (target: Locator) => {
    let element = await target.elementHandle()
    for (let count = 0; count < 250; count += 1) {
      const { way, isWell } = await page.evaluate(lookAround, element)
      if (way === 'gone') element = await target.elementHandle()
      else if (!isWell && count > 0) await settle(`the way to ${target}`)
      else if (way === 'here') return
      else await page.keyboard.press(way)
    }
    throw new Error(`Tab does not lead to ${target}`)
  }
  return {
    press,
    goTo,
    async type(text) {
      await page.keyboard.type(text)
      await settle(`typing ${text}`)
    },
    async enter(target) {
      await goTo(target)
      await press('Enter')
    },
    async pick(item) {
      await item.waitFor()
      for (let count = 0; count < 40; count += 1) {
        if (await item.evaluate((one) => one === document.activeElement)) return press('Enter')
        await press('ArrowDown')
      }
      throw new Error(`no arrow leads to ${item}`)
    },
    async choose(target, option) {
      await goTo(target)
      await press('Enter')
      const wanted = page.getByRole('option', { name: option, exact: true })
      await wanted.waitFor()
      // A space would take the option that has the focus.
      await page.keyboard.type(option.split(' ')[0] ?? '')
      await expect(wanted).toBeFocused()
      await press('Enter')
    },
    forget: () => page.evaluate(() => void (window.focusLosses = [])),
    losses: () => page.evaluate(() => window.focusLosses),
  }
}

/** Whether the focus stands well, and which key leads from it to an element. */
function lookAround(target: Element | null) {
  const here = document.activeElement
  const isBefore =
    here !== null &&
    target &&
    here.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING
  const next = isBefore ? 'Shift+Tab' : 'Tab'
  const way = target?.isConnected ? (here === target ? 'here' : next) : 'gone'
  return { way, isWell: window.focusProblem() === '' } as const
}

/** Runs in the page, before everything else. */
function watchFocus(): void {
  const everyTime = 50
  const noticed = 500
  // Looks, not time: a page that stands still shows nothing to a person either.
  let lostLooks = 0
  let last = ''
  let lastElement: Element | null = null
  window.focusLosses = []
  window.focusProblem = () => {
    const here = document.activeElement
    if (!here || here === document.body) return `nothing has the focus, last: ${last}`
    last = here.outerHTML.slice(0, 160)
    // The visible part of a checkbox or of a choice is around what has the focus.
    const shown = here.closest('.MuiButtonBase-root, .MuiInputBase-root') ?? here
    if (!isSeen(shown)) return `out of sight: ${last}`
    if (!isMarked(here, shown)) return `no mark of the focus: ${last}`
    return ''
  }
  const isSeen = (element: Element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const across = [left + 3, (left + right) / 2, right - 3]
    const down = [top + 3, (top + bottom) / 2, bottom - 3]
    return down.some((y) =>
      across.some((x) => {
        const found = document.elementFromPoint(x, y)
        return found !== null && (element.contains(found) || found.contains(element))
      }),
    )
  }
  const isMarked = (here: Element, shown: Element) => {
    const around = [here, shown, shown.parentElement, shown.parentElement?.parentElement]
    const border = shown.matches('.Mui-focused') && shown.querySelector('fieldset')
    if (border && Number.parseFloat(getComputedStyle(border).borderTopWidth) >= 2) return true
    return around.some((one) => {
      if (!one) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    })
  }
  const look = () => {
    const here = document.activeElement
    // A button that is off while its work is done has a place to come back to.
    const isWaiting = lastElement?.isConnected && lastElement.matches(':disabled')
    // Nor is there one in a page whose files are late; it gives the focus to its heading when they have come.
    const isComing = document.querySelector('main .loading') !== null
    const isLost = (here === null || here === document.body) && !isWaiting && !isComing
    lostLooks = isLost ? lostLooks + 1 : 0
    if (lostLooks === noticed / everyTime) {
      window.focusLosses.push(`${location.pathname}: after ${last}`)
    }
    if (here && here !== document.body) {
      lastElement = here
      last = here.outerHTML.slice(0, 160)
    }
  }
  // A page that was loaded anew has no focus until somebody presses a key.
  addEventListener('keydown', () => setInterval(look, everyTime), { once: true, capture: true })
}
