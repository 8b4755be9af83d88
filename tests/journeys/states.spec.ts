import { absent, colours, ended, jobs, refused } from './states/failures.ts'
import { bulk, filters, menus, search, views } from './states/lists.ts'
import { dates, forms, imports, profile, record, role } from './states/records.ts'
import { visitOf } from './states/visit.ts'
import { wordsIn } from './states/words.ts'
import { expect, test } from './parts/story.ts'

const groups = {
  lists: { menus, filters, bulk, views, search },
  forms: { dates, forms },
  records: { record, role, imports, profile },
  // The last one ends the visit.
  failures: { absent, refused, jobs, colours, ended },
}

// Of answers that are errors, as some of them must be here, the browser itself complains.
test.use({ expected: /Failed to load resource/ })

for (const [scheme, locale] of [
  ['light', 'en'],
  ['dark', 'ar'],
] as const) {
  for (const [group, states] of Object.entries(groups)) {
    test(
      `axe finds nothing in any state of ${group}, and nothing moves, in ${scheme} colours and ${locale}`,
      { tag: '@long' },
      async ({ page, signIn }) => {
        test.setTimeout(300_000)
        await signIn('Administrator', locale)
        const visit = visitOf(page, wordsIn(locale))
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        for (const [name, lookAt] of Object.entries(states)) {
          await test.step(name, () => lookAt(visit))
        }
        expect(visit.findings).toEqual({})
      },
    )
  }
}
