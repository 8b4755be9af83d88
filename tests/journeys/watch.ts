import type { Browser, BrowserContext, Page, Request } from '@playwright/test'

/**
 * Collects what is wrong on any page of a browser, whoever opens it: errors on its console, promises that nobody
 * caught, and questions to the server that are asked again before their answer.
 */
export function watch(browser: Browser) {
  const problems: string[] = []
  const watchContext = (context: BrowserContext) => {
    context.on('weberror', (error) => problems.push(String(error.error())))
    context.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    const tell = (url: string) => problems.push(`Asked twice at once: ${url}`)
    context.on('page', (page) => watchQuestions(page, tell))
  }
  browser.on('context', watchContext)
  return { problems, stop: () => browser.off('context', watchContext) }
}

/** Tells of each answer that came after its question was asked again; one that was called off needs none. */
function watchQuestions(page: Page, tell: (url: string) => void): void {
  const underWay = new Map<string, Request>()
  const doubled = new WeakSet<Request>()
  page.on('request', (request) => {
    // A new document knows nothing of what the old one asked.
    if (request.isNavigationRequest()) return underWay.clear()
    if (!isQuestion(request)) return
    const first = underWay.get(request.url())
    if (first) doubled.add(first)
    underWay.set(request.url(), request)
  })
  const end = (request: Request) => {
    if (underWay.get(request.url()) === request) underWay.delete(request.url())
  }
  page.on('requestfailed', end)
  page.on('requestfinished', (request) => {
    if (doubled.has(request)) tell(request.url())
    end(request)
  })
}

const isQuestion = (request: Request) =>
  request.method() === 'GET' && new URL(request.url()).pathname.startsWith('/api/')
