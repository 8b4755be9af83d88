// @vitest-environment jsdom

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createI18nProvider } from '../../src/browser/client/i18n/i18nProvider.ts'

const root = resolve(import.meta.dirname, '../..')
const built = mkdtempSync(join(tmpdir(), 'leadgate-bundle-'))

interface Chunk {
  file: string
  imports?: string[]
}

let manifest: Record<string, Chunk>

beforeAll(() => {
  const { NODE_ENV: _mode, VITEST: _vitest, ...env } = process.env
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const options = ['build', '--outDir', built, '--manifest', '--logLevel', 'error']
  execFileSync(process.execPath, [vite, ...options], { cwd: root, env, stdio: 'pipe' })
  manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8'))
}, 120_000)
afterAll(() => rmSync(built, { recursive: true }))

const text = (file: string) => readFileSync(join(built, file), 'utf8')

/** The scripts that the page itself loads. */
const ofPage = (): string[] => [
  ...new Set(
    [...text('index.html').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].flatMap(
      ([, file]) => file ?? [],
    ),
  ),
]

/** The files that are loaded together with a source file. */
function loadedWith(...sources: string[]): string[] {
  const keys = new Set<string>()
  const add = (key: string) => {
    if (keys.has(key)) return
    keys.add(key)
    for (const one of manifest[key]?.imports ?? []) add(one)
  }
  for (const source of sources) {
    expect(manifest).toHaveProperty([source])
    add(source)
  }
  return [...keys].map((key) => manifest[key]!.file)
}

const gzipped = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(text(file), { level: 9 }).length, 0)

const scripts = () =>
  readdirSync(join(built, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => text(`assets/${name}`))

describe('the JavaScript', () => {
  it('of the first page is at most 75 KB', () => {
    expect(ofPage().length).toBeGreaterThan(2)
    expect(gzipped(ofPage())).toBeLessThanOrEqual(75_000)
  })

  it('of a list after the sign-in is at most 360 KB in all', () => {
    const files = [...new Set([...ofPage(), ...loadedWith('src/browser/main.tsx')])]
    expect(files.map(text).join('')).toContain('Leads')
    expect(gzipped(files)).toBeLessThanOrEqual(360_000)
  })

  it('holds no SQL of what declarations derive', () => {
    const sql = /jsonb_build_object|join audit_log/
    expect(scripts().filter((one) => sql.test(one))).toEqual([])
  })

  it('First row: of a list comes in at most 12 files', () => {
    const sources = ['src/browser/main.tsx', 'src/browser/frame/layout/Attendants.tsx']
    expect(new Set([...ofPage(), ...loadedWith(...sources)]).size).toBeLessThanOrEqual(12)
  })

  it('First row: of the console is asked for by the first file, which waits for no other', () => {
    const first = loadedWith('src/browser/early.ts')
    expect(text('index.html')).toMatch(new RegExp(`<script [^>]*async[^>]* src="/${first[0]}"`))
    expect(manifest['src/browser/early.ts']?.imports ?? []).toEqual([])
    expect(gzipped(first)).toBeLessThan(2_500)
  })

  it('of the charts comes later than the dashboard itself', () => {
    const page = loadedWith('src/browser/main.tsx', 'resources/dashboard/Dashboard.tsx')
    const charts = loadedWith('resources/dashboard/BreakdownChart.tsx')
    expect(page.map(text).join('')).not.toContain('recharts-')
    expect(charts.map(text).join('')).toContain('recharts-')
  })

  it('that mirrors the styles comes only with a language that runs from right to left', () => {
    const first = new Set([...ofPage(), ...loadedWith('src/browser/main.tsx')])
    expect(loadedWith('src/browser/ui/theme/rtl.ts').some((file) => !first.has(file))).toBe(true)
  })

  it('of the calendar comes when it is opened', () => {
    const [calendar, ...others] = Object.entries(manifest).filter(
      ([, { file }]) => file.endsWith('.js') && text(file).includes('MuiDateCalendar'),
    )
    expect([calendar?.[0].includes('Calendar'), others]).toEqual([true, []])
    expect(gzipped([calendar![1].file])).toBeLessThanOrEqual(25_000)
    const all = Object.values(manifest).flatMap(({ imports = [] }) => imports)
    expect(all).not.toContain(calendar![0])
  })

  it('of the forms comes later', () => {
    const first = new Set([...ofPage(), ...loadedWith('src/browser/main.tsx')])
    const form = Object.values(manifest)
      .map(({ file }) => file)
      .filter((file) => file.endsWith('.js') && !first.has(file))
      .filter((file) => text(file).includes('validatingFields'))
    expect([...first].filter((file) => text(file).includes('validatingFields'))).toEqual([])
    expect(gzipped(form)).toBeGreaterThan(10_000)
  })
})

it('every word of react-admin that is left in the build is in the English dictionary', () => {
  const used = scripts().flatMap((script) =>
    [...script.matchAll(/[`'"](ra\.[a-z_]+\.[\w.]+)[`'"]/g)].map(([, key]) => key ?? ''),
  )
  expect(used.length).toBeGreaterThan(20)
  const { translate } = createI18nProvider('en', {})
  // The editor of rich texts brings its own English, with it and not with the first list.
  const ofLists = used.filter((key) => !key.startsWith('ra.tiptap.'))
  expect([...new Set(ofLists)].filter((key) => translate(key) === key).sort()).toEqual([])
})

it('nothing of the server is in the build', () => {
  const read = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => ({ name, code: readFileSync(join(root, folder, name), 'utf8') }))
  const isOfServer = ({ name }: { name: string }) => name.endsWith('.server.ts')
  const both = [...read('resources'), ...read('src/features')]
  const ofBrowser = [
    ...both.filter((file) => !isOfServer(file)),
    ...read('src/schema'),
    ...read('src/browser'),
  ]
  const words = readdirSync(join(root, 'resources/translations/en')).flatMap((name) =>
    Object.entries<string>(
      JSON.parse(readFileSync(join(root, 'resources/translations/en', name), 'utf8')),
    ).flatMap(([key, text]) => (key.startsWith('console.') ? [text] : [])),
  )
  const isShown = (text: string) =>
    words.includes(text) || ofBrowser.some(({ code }) => code.includes(text))
  const secret = both
    .filter(isOfServer)
    .flatMap(({ code }) => [...code.matchAll(/'([^'\n]+ [^'\n]+)'/g)].map(([, text]) => text ?? ''))
    .filter((text) => text.length > 15 && !isShown(text))
  const all = scripts().join('\n')
  expect(secret.length).toBeGreaterThan(3)
  expect(secret.filter((text) => all.includes(text))).toEqual([])
  for (const word of ['fastify', 'kysely', 'argon2', 'pg-boss']) expect(all).not.toContain(word)
})

it('the page runs no inline script and no inline style', () => {
  const page = text('index.html')
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
  expect(page).toContain('<title>Leadgate</title>')
})

it('every text file lies ready compressed', () => {
  const names = new Set(readdirSync(join(built, 'assets')))
  const plain = [...names].filter((name) => /\.(?:js|css|svg)$/.test(name))
  expect(plain.filter((name) => !names.has(`${name}.br`) || !names.has(`${name}.gz`))).toEqual([])
})
