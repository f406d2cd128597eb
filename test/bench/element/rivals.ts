import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import { build } from 'vite'
import { gzipSync } from 'node:zlib'
import { shopPage } from './element-page.ts'
import { servePages } from './serve-pages.ts'
import { openSlowly, pause } from './slow-phone.ts'

/** The cost of a competitor's part in the shop's own page. Frames from the competitor's servers are not requested and not included. */
export interface RivalFigures {
  readonly name: string
  /** Bytes after gzip -9 of the scripts and styles that load before anything is drawn. */
  readonly bytes: number
  /** Milliseconds until the competitor's script has run. */
  readonly defined: number
  /** Milliseconds until the script draws the labels of its card form; null if it draws nothing before its servers answer. */
  readonly drawn: number | null
  readonly blocking: number
}

interface Rival {
  readonly name: string
  readonly packages: readonly string[]
  readonly script: string
  readonly body: string
  readonly drawn: string | null
}

const rivals: readonly Rival[] = [
  {
    name: 'Adyen Web 6.45.2, cards only',
    packages: ['@adyen/adyen-web@6.45.2'],
    script: `import { AdyenCheckout, Card } from '@adyen/adyen-web'
import '@adyen/adyen-web/styles/adyen.css'
performance.mark('defined')
const checkout = await AdyenCheckout({ environment: 'test', clientKey: 'test_OFFLINE', locale: 'en-US', countryCode: 'DE',
  amount: { value: 999, currency: 'EUR' }, analytics: { enabled: false },
  paymentMethodsResponse: { paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc'] }] } })
new Card(checkout).mount('#checkout')`,
    body: '<div id="checkout"></div>',
    drawn: "document.querySelector('#checkout .adyen-checkout__label')",
  },
  {
    name: 'Primer primer-js 1.9.2',
    packages: ['@primer-io/primer-js@1.9.2'],
    script: `import { loadPrimer } from '@primer-io/primer-js'
await loadPrimer()
performance.mark('defined')`,
    body: '<primer-checkout></primer-checkout>',
    drawn: null,
  },
]

/** Installs, bundles and loads each competitor's script as a shop would, `runs` times. */
export const measureRivals = async (browser: Browser, runs: number): Promise<readonly (readonly RivalFigures[])[]> => {
  const figures: (readonly RivalFigures[])[] = []
  for (const rival of rivals) figures.push(await measureRival(browser, rival, runs))
  return figures
}

const measureRival = async (browser: Browser, rival: Rival, runs: number): Promise<readonly RivalFigures[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-rival-'))
  try {
    const files = await bundle(rival, folder)
    const site = await servePages(files)
    const figures: RivalFigures[] = []
    for (let run = 0; run < runs; run += 1) figures.push(await load(browser, rival, site.url, files))
    site.close()
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The files of a shop, bundled with the bundler that builds our element. */
const bundle = async ({ packages, script, body }: Rival, folder: string): Promise<ReadonlyMap<string, Buffer>> => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', ...packages], {
    cwd: folder,
    shell: process.platform === 'win32',
  })
  writeFileSync(join(folder, 'entry.js'), script)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: 'dist',
      target: 'esnext',
      modulePreload: false,
      cssCodeSplit: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input: join(folder, 'entry.js'),
        output: { entryFileNames: 'entry.js', assetFileNames: '[name][extname]' },
      },
    },
  })
  const paths = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.\w+$/.test(path),
  )
  const built = paths.map(
    (path) => [`/${path.replaceAll('\\', '/')}`, readFileSync(join(folder, 'dist', path))] as const,
  )
  const styles = built.flatMap(([path]) => (path.endsWith('.css') ? [`<link rel="stylesheet" href="${path}">`] : []))
  const page = shopPage(`${styles.join('')}${body}<script type="module" src="/entry.js"></script>`)
  return new Map([['/', Buffer.from(page)], ...built])
}

const load = async (
  browser: Browser,
  { name, drawn }: Rival,
  url: string,
  files: ReadonlyMap<string, Buffer>,
): Promise<RivalFigures> => {
  const slow = await openSlowly(browser, url, {
    defined: "performance.getEntriesByName('defined').length > 0",
    ...(drawn === null ? {} : { drawn }),
  })
  try {
    const defined = await slow.seen('defined')
    const drawnAt = drawn === null ? null : await slow.seen('drawn')
    const paths = new Set(slow.begunUntil(drawnAt ?? defined).map((request) => new URL(request.url).pathname))
    await pause(2000)
    const blocking = ((await slow.vitals())[0]?.blocking ?? []).reduce((sum, { ms }) => sum + ms, 0)
    const bytes = [...files]
      .filter(([path]) => path !== '/' && paths.has(path))
      .reduce((sum, [, file]) => sum + gzipSync(file, { level: 9 }).length, 0)
    return { name, bytes, defined, drawn: drawnAt, blocking }
  } finally {
    await slow.close()
  }
}
