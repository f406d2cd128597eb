import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { catalogueFolders, compiledCatalogue, localesIn } from './compile-messages.ts'
import { leaveOutHooks } from './leave-out-hooks.ts'
import { minifyTemplates } from './minify-templates.ts'
import { resolveInstead } from './resolve-instead.ts'

/** The entry points of the npm package: the name and source file of each. */
const entries = {
  index: 'index.ts',
  define: 'define.ts',
  react: 'react.ts',
  portal: 'portal/index.ts',
  'portal-define': 'portal/define.ts',
  'portal-react': 'portal/react.ts',
} as const

/**
 * Builds the modules of the npm package into `outDir`, for bundlers and for Node. They include Lit: if Lit were a peer dependency, each
 * merchant would install its 5.4 MB. The cost is that a page that uses Lit itself loads 6 kB twice. Every dynamic import names its file, so
 * that a bundler finds it. `THIRD-PARTY-LICENSES` has the licenses of all included packages.
 */
export const buildModules = async (source: string, outDir: string, licences: Plugin): Promise<void> => {
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(outDir, { recursive: true })
  const messages = join(source, 'messages')
  const locales = localesIn(messages)
  for (const folder of catalogueFolders.filter((name) => name !== 'card' && name !== 'hosted')) {
    mkdirSync(join(outDir, 'messages', folder), { recursive: true })
    for (const locale of locales)
      writeFileSync(
        join(outDir, 'messages', folder, `${locale}.js`),
        compiledCatalogue(join(messages, folder, `${locale}.json`)),
      )
  }
  await build({
    root: source,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      resolveInstead({ '@lit-labs/ssr-dom-shim': { id: join(source, '../build/no-browser.ts') } }),
      keepSideEffects(source),
      minifyTemplates(source),
      leaveOutHooks(),
      nameCatalogues(messages, locales),
      licences,
    ],
    // Lit's builds for Node can be imported without a browser; in a browser, they behave like its other builds.
    resolve: { conditions: ['node'] },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      reportCompressedSize: false,
      lib: {
        entry: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(source, file)])),
        formats: ['es'],
      },
      rolldownOptions: {
        // Hides the warning about "use client", because Rolldown keeps this directive at the top of an entry, the only place for it.
        onLog: (level, log, report) => log.code === 'MODULE_LEVEL_DIRECTIVE' || report(level, log),
        // Does not bundle React, which the page has, nor the catalogues, which are separate files next to the modules.
        external: /^(react)(\/|$)|^\.\/(checkout|later|codes|portal|wallet)\/[\w-]+\.js$/,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
}

/**
 * A plugin that keeps every imported source. The bundler might drop some, because `sideEffects` in package.json lists only built modules.
 */
const keepSideEffects = (source: string): Plugin => ({
  name: 'keep-side-effects',
  transform: (code, id) => (id.startsWith(source) ? { code, map: null, moduleSideEffects: true } : null),
})

/** A plugin that replaces each import of a catalogue whose path contains `locale` with a table of imports, one per locale. */
const nameCatalogues = (messages: string, locales: readonly string[]): Plugin => ({
  name: 'name-catalogues',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(messages)) return null
    const built = code.replaceAll(/import\(`\.\/(\w+)\/\$\{locale\}\.json`, \{[^}]*\} *\}\)/g, (_, folder: string) => {
      const rows = locales.map((locale) => `'${locale}': () => import('./${folder}/${locale}.js')`)
      return `({${rows.join(',\n')}})[locale]()`
    })
    return built === code ? null : { code: built, map: null }
  },
})
