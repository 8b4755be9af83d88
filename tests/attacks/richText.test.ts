import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { upload } from '../fixtures/files/upload.ts'
import type { Client, TestServer } from '../fixtures/server.ts'
import { ended, openOffice, rowsOf } from './cases/office.ts'

const hostile = [
  '<script>steal()</script>',
  '<SCRIPT SRC=//e.example/x.js></SCRIPT>',
  '<scr<script>ipt>steal()</scr</script>ipt>',
  '<script/x>steal()</script >',
  '<p onclick="steal()" ONMOUSEOVER=steal()>x</p>',
  '<p/onclick=steal()>x</p>',
  '<b\fonclick=steal()>x</b>',
  '<a href="javascript:steal()">x</a>',
  '<a href="JaVaScRiPt:steal()">x</a>',
  '<a href="java\nscript:steal()">x</a>',
  '<a href="&#106;avascript&colon;steal()">x</a>',
  '<a href="&#x1;javascript:steal()">x</a>',
  '<a href="\u0001javascript:steal()">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="vbscript:steal()">x</a>',
  '<a href="blob:https://e.example/1">x</a>',
  '<a href="//e.example/x">x</a>',
  '<a href="/\\e.example/x">x</a>',
  '<a href="https://e.example/&quot; onclick=&quot;steal()">x</a>',
  '<a href=`javascript:steal()`>x</a>',
  '<a xlink:href="javascript:steal()" ping="https://e.example" download>x</a>',
  '<a href="https://e.example" target="_top" rel="opener">x</a>',
  '<img src=x onerror=steal()>',
  '<img src="data:image/svg+xml,<svg onload=steal()>">',
  '<svg onload=steal()><a xlink:href="javascript:steal()"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=steal()></style></svg>',
  '<svg><script>steal()</script></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=steal()>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=steal()&gt;">',
  '<math href="javascript:steal()">x</math>',
  '<style>@import url(https://e.example/x.css)</style>',
  '<p style="background:url(javascript:steal())">x</p>',
  '<link rel=stylesheet href="https://e.example/x.css"><meta http-equiv=refresh content="0;url=https://e.example"><base href="https://e.example/">',
  '<noscript><p title="</noscript><img src=x onerror=steal()>">x</p></noscript>',
  '<noscript><noscript><style></noscript></noscript><img src=x onerror=steal()>',
  '<template><img src=x onerror=steal()><template><script>steal()</script></template></template>',
  '<textarea><img title="</textarea><img src=x onerror=steal()>"></textarea>',
  '<title><img title="</title><img src=x onerror=steal()>"></title>',
  '<xmp><img title="</xmp><img src=x onerror=steal()>"></xmp>',
  '<iframe srcdoc="<script>steal()</script>"></iframe><object data="x"></object><embed src="x">',
  '<form action="https://e.example"><input name=id><button formaction="javascript:steal()">x</button></form>',
  '<details open ontoggle=steal()>x</details><marquee onstart=steal()>x</marquee>',
  '<!--><img src=x onerror=steal()>-->',
  '<!-- --!><img src=x onerror=steal()> -->',
  '<![CDATA[<script>steal()</script>]]><?xml-stylesheet href="javascript:steal()"?>',
  '&lt;script&gt;steal()&lt;/script&gt;',
  '<p title="</p><script>steal()</script>">x</p>',
  '<p id="password" name="cookie" class="MuiDialog-root">x</p>',
  '<custom-tag onfocus=steal() autofocus tabindex=0>x</custom-tag>',
]

/** Each tag that is left: text holds no `<`, a value no quote. */
const harmless =
  /^<\/?(?:h[1-6]|p|br|hr|strong|b|em|i|u|s|code|pre|blockquote|ul|ol|li|a)(?: href="(?<href>[^"]*)"| target="_blank"| rel="noopener noreferrer")*(?: \/)?>$/

/** Where an address leads, as a browser reads it on a page of the console. */
function leadsAway(href: string): boolean {
  const text = href.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const { protocol, host } = new URL(text, 'https://console.example/lead/1')
  const isWritten = /^(?:https?|mailto|tel):/i.test(text)
  return isWritten ? !/^(?:https?|mailto|tel):$/.test(protocol) : host !== 'console.example'
}

function isHarmless(tag: string): boolean {
  const { href } = harmless.exec(tag)?.groups ?? { href: 'javascript:' }
  return href === undefined || !leadsAway(href)
}

function expectHarmless(html: unknown, given: string): void {
  const tags = String(html ?? '').match(/<[^>]*>?/g) ?? []
  expect({ given, left: tags.filter((tag) => !isHarmless(tag)) }).toEqual({ given, left: [] })
}

let server: TestServer
let boss: Client
beforeAll(async () => {
  ;({ server, boss } = await openOffice())
  await server.backend.jobs.work()
})
afterAll(() => server.close())

const termsOf = (name: string) =>
  rowsOf(server, sql<{ terms: string }>`select terms from cases where name = ${name} order by id`)

describe('C5 nothing of a formatted text runs, however it came in:', () => {
  const given = hostile.map((terms) => `before ${terms} <b>after</b>`)

  test('when it is made and when it is changed', async () => {
    const changed = await boss.make('/office/case', { name: 'Changed', owner: boss.id })
    for (const terms of given) {
      const made = await boss.make('/office/case', { name: 'Made', owner: boss.id, terms })
      const { status } = await boss.put(`/office/case/${changed}`, { terms })
      expect(status).toBe(200)
      for (const id of [made, changed]) {
        expectHarmless((await boss.get(`/office/case/${id}`)).body.data.terms, terms)
      }
    }
  })

  test('from a file', async () => {
    const lines = given.map((terms) => `Imported,Boss,"${terms.replaceAll('"', '""')}"`)
    const content = `name,owner,terms\n${lines.join('\n')}\n`
    const upload_id = await upload(server.app, boss, content, { purpose: 'import:cases' })
    const order = { upload_id, mapping: ['name', 'owner', 'terms'] }
    const { status, body } = await boss.post('/office/case/import', order)
    expect(status).toBe(202)
    await ended(server, body.data.job_id)
    const rows = await termsOf('Imported')
    expect(rows).toHaveLength(given.length)
    for (const [at, { terms }] of rows.entries()) expectHarmless(terms, given[at] ?? '')
  })

  test('for many records at once', async () => {
    const id = await boss.make('/office/case', { name: 'Bulk', owner: boss.id })
    for (const terms of given) {
      const { status } = await boss.post('/office/case/bulk/update', {
        ids: [id],
        values: { terms },
      })
      expect(status).toBe(200)
      const [row] = await termsOf('Bulk')
      expect(row?.terms).toContain('before')
      expectHarmless(row?.terms, terms)
    }
  })
})
