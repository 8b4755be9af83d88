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

/** Tells of each question that was asked again before its answer had come; one that was called off has none. */
function watchQuestions(page: Page, tell: (url: string) => void): void {
  const latest = new Map<string, Request>()
  const pairs: [first: Request, second: Request][] = []
  const answered = new WeakSet<Request>()
  page.on('request', (request) => {
    // A new document knows nothing of what the old one asked.
    if (request.isNavigationRequest()) return latest.clear()
    if (!isQuestion(request)) return
    const last = latest.get(request.url())
    if (last) pairs.push([last, request])
    latest.set(request.url(), request)
  })
  page.on('requestfinished', (request) => {
    answered.add(request)
    const own = pairs.filter((pair) => pair.includes(request))
    for (const [first, second] of own.filter((pair) => pair.every((one) => answered.has(one)))) {
      // A busy page is told late of what has come: the times say what was first.
      if (answerOf(first) > second.timing().startTime) tell(request.url())
    }
  })
}

/** When its answer began to come: Playwright counts the end of an answer from before `startTime`, where a question was held back. */
function answerOf(request: Request): number {
  const { startTime, responseStart } = request.timing()
  return startTime + responseStart
}

const isQuestion = (request: Request) =>
  request.method() === 'GET' && new URL(request.url()).pathname.startsWith('/api/')
