import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import type { CataloguePaths } from './compile-messages.ts'
import { hashOfInputs } from './hash-of-inputs.ts'
import { collectLicences } from './licences.ts'
import { integrityOf, inventoryOf, type Manifest, measureFiles, shortHashOf } from './manifest.ts'
import { type Resolved, resolveInstead } from './resolve-instead.ts'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')
const source = join(root, 'src')
const messages = join(source, 'messages')
const dist = join(root, 'dist')
const modules = join(root, 'esm')
const script = 'billing-checkout.js'
/** The script of the customer portal, which loads the checkout's script on demand. */
const portalScript = 'billing-portal.js'
const licences = collectLicences()
/** A classic script, for script tags without `type="module"`: imports the module from its own folder. */
const classicScript = `import(new URL('${script}',document.currentScript.src).href)\n`
/**
 * The parts that load later. Keys are file names; values are the importing folder and the import. List a part after the
 * parts that it imports. Before this split, twelve requests with 56 kB started before the shopper could type a card.
 * Now at most seven with 45 kB do; the parts follow 100 ms after the card form, or as soon as they are needed.
 */
const lazyParts = {
  'ribbon-cards': ['views/sandbox', './ribbon-cards.ts'],
  later: ['views', './later.ts'],
  outcomes: ['views', './outcome/outcomes.ts'],
  payment: ['views', '../checkout/payment/payment-part.ts'],
  challenge: ['views', '../three-d-secure/challenge.ts'],
  address: ['views', '../address/address.ts'],
  codes: ['views', '../codes/codes.ts'],
  'sandbox-sheet': ['wallets', './sandbox-sheet.ts'],
  'framed-sheet': ['wallets', './framed-sheet.ts'],
  methods: ['views', '../methods/methods.ts'],
  wallets: ['views', '../wallets/wallets.ts'],
  developer: ['developer', './console-lines.ts'],
  page: ['views', '../page/page.ts'],
  unsupported: ['.', './unsupported/unsupported.ts'],
  'without-session': ['.', './without-session.ts'],
  'watch-frame': ['card-frame/link', './watch-frame.ts'],
} as const

const inputs = hashOfInputs(
  [source, join(root, 'build'), join(root, 'presets')],
  [join(root, 'package.json'), join(root, '../../package-lock.json'), join(root, '../domain/src/languages/locales.ts')],
)
if (!process.argv.includes('--if-stale') || !isFresh()) await buildAll()

function isFresh(): boolean {
  const file = join(dist, 'manifest.json')
  return (
    existsSync(file) && existsSync(modules) && (JSON.parse(readFileSync(file, 'utf8')) as Manifest).inputs === inputs
  )
}

/** Builds into a new folder and then replaces the last build, so that a running server never reads half a build. */
async function buildAll(): Promise<void> {
  const fresh = join(root, `.dist-${process.pid}`)
  rmSync(fresh, { recursive: true, force: true })
  // A test run may start the build; its NODE_ENV would select Lit's development build.
  process.env['NODE_ENV'] = 'production'
  // Vite is imported only here, so that checking an up-to-date build is fast.
  const { build } = await import('vite')
  // One build for each script, because a chunk that two scripts share would cost one more request.
  const { writeCatalogues } = await import('./compile-messages.ts')
  const catalogues = writeCatalogues(messages, fresh)
  await build(await configOf(fresh, catalogues, join(source, 'card-frame/main.ts'), 'assets/card-frame-[hash].js'))
  await build(
    await configOf(fresh, catalogues, join(source, 'card-frame/hosted/main.ts'), 'assets/hosted-frame-[hash].js'),
  )
  await build(await configOf(fresh, catalogues, join(source, 'wallet-frame/main.ts'), 'assets/wallet-frame-[hash].js'))
  const litTags = { id: join(root, 'build/lit-tags.ts') }
  const built: Record<string, string> = {}
  const builtIn = (folder: string): Readonly<Record<string, Resolved>> =>
    Object.fromEntries(
      Object.entries(built).map(([importedAs, file]) => [importedAs, { id: `${folder}${file}`, external: true }]),
    )
  for (const [name, [folder, importedAs]] of Object.entries(lazyParts)) {
    const instead = { ...builtIn('./'), lit: litTags }
    await build(
      await configOf(fresh, catalogues, join(source, folder, importedAs), `assets/${name}-[hash].js`, instead),
    )
    built[importedAs] = readdirSync(join(fresh, 'assets')).find((file) => file.startsWith(`${name}-`)) ?? ''
  }
  const instead = { ...builtIn('./assets/'), './css-tag.js': { id: join(root, 'build/css-tag.ts') } }
  await build(await configOf(fresh, catalogues, join(source, 'define.ts'), script, instead))
  const checkout = { '../define.ts': { id: `./${copyVersioned(fresh, script).name}`, external: true } }
  await build(
    await configOf(fresh, catalogues, join(source, 'portal/define.ts'), portalScript, {
      './css-tag.js': instead['./css-tag.js'],
      ...checkout,
    }),
  )
  const { buildModules } = await import('./build-modules.ts')
  await buildModules(source, modules, licences.plugin)
  writeFileSync(join(modules, 'licences.txt'), licences.text())
  const manifest = await describe(fresh)
  writeJson(join(fresh, 'manifest.json'), manifest)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
  writeJson(join(fresh, 'inventory.json'), inventoryOf(manifest, version))
  rmSync(dist, { recursive: true, force: true })
  renameSync(fresh, dist)
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value)}\n`)
}

async function configOf(
  outDir: string,
  catalogues: CataloguePaths,
  input: string,
  entryFileNames: string,
  instead: Readonly<Record<string, Resolved>> = {},
): Promise<InlineConfig> {
  const { loadMessages } = await import('./compile-messages.ts')
  const { minifyTemplates } = await import('./minify-templates.ts')
  const { finishStyles } = await import('./finish-styles.ts')
  const { leaveOutHooks } = await import('./leave-out-hooks.ts')
  const { minifyScripts } = await import('./minify-scripts.ts')
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // The browser finds chunks relative to the script, at any address.
    base: './',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      resolveInstead(instead),
      finishStyles(),
      minifyTemplates(source),
      leaveOutHooks(),
      minifyScripts(),
      loadMessages(messages, catalogues, entryFileNames.startsWith('assets/') ? '../' : './'),
      licences.plugin,
    ],
    build: {
      outDir,
      emptyOutDir: false,
      target: ['chrome123', 'firefox125', 'safari17.5'],
      reportCompressedSize: false,
      // Built as a library, because Vite adds its preloader to applications. Vite does not minify a library's
      // whitespace, so Rolldown's `minify` does.
      lib: { entry: input, formats: ['es'] },
      rolldownOptions: {
        output: { entryFileNames, chunkFileNames: 'assets/[name]-[hash].js', minify: true, comments: false },
      },
    },
  }
}

async function describe(folder: string): Promise<Manifest> {
  const checkout = copyVersioned(folder, script)
  const portal = copyVersioned(folder, portalScript)
  writeFileSync(join(folder, 'billing-checkout.classic.js'), classicScript)
  cpSync(join(root, 'presets'), join(folder, 'presets'), { recursive: true })
  const { minifyStyles } = await import('./minify-templates.ts')
  const { placeholderStylesFor } = await import('../src/styles/placeholder-styles.ts')
  writeFileSync(join(folder, 'presets/placeholder.css'), minifyStyles(placeholderStylesFor('billing-checkout')))
  const { localesIn } = await import('./compile-messages.ts')
  const locales = localesIn(messages)
  const files = measureFiles(folder)
  const frameOf = (name: string) => ({ js: files.find(({ path }) => path.startsWith(`assets/${name}-`))?.path ?? '' })
  const frames = {
    card_frame: frameOf('card-frame'),
    hosted_frame: frameOf('hosted-frame'),
    wallet_frame: frameOf('wallet-frame'),
  }
  return {
    inputs,
    script,
    versioned_script: checkout.name,
    integrity: checkout.integrity,
    portal: { versioned_script: portal.name, integrity: portal.integrity },
    ...frames,
    locales,
    files,
  }
}

/** Copies a script to a name with a hash of its content, so that the name never means another script. */
function copyVersioned(folder: string, name: string): { readonly name: string; readonly integrity: string } {
  const bytes = readFileSync(join(folder, name))
  const versioned = name.replace('.js', `-${shortHashOf(bytes)}.js`)
  copyFileSync(join(folder, name), join(folder, versioned))
  return { name: versioned, integrity: integrityOf(bytes) }
}
