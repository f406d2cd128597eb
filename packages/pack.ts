import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeElement, jsonFile } from './element/build/describe-element.ts'
import { cssDataOf, htmlDataOf } from './element/build/editor-data.ts'
import { type LockedPackage, type LockedPackages, shrinkwrapOf } from './shrinkwrap.ts'
import { reachableTypes } from './element/build/reachable-types.ts'
import { typesWithoutLit } from './element/build/types-without-lit.ts'

// Makes the packages that are published, as folders and as tarballs in `--out`: built JavaScript and types, because Node runs no
// TypeScript below node_modules.

/** Workspace packages export their TypeScript, because workspace links resolve outside node_modules. */
const packages = dirname(fileURLToPath(import.meta.url))
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'tarballs' },
    // The working folder in `packages`; tests name one of their own, so that two runs do not meet.
    work: { type: 'string', default: '.packed' },
    noCheck: { type: 'boolean' },
  },
})
const packed = join(packages, values.work)
const emitted = join(packed, '.emitted')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly [member: string]: unknown
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

const run = (command: string, args: readonly string[]): void => {
  const { status } = spawnSync(command, args, { cwd: packages, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`)
}

/** The entries of the element that can be imported, their modules and their sources. */
const elementEntries = [
  ['.', 'index', 'index'],
  ['./define', 'define', 'define'],
  ['./react', 'react', 'react'],
  ['./portal', 'portal', 'portal/index'],
  ['./portal/define', 'portal-define', 'portal/define'],
  ['./portal/react', 'portal-react', 'portal/react'],
] as const

/** The members of a published manifest that replace the repository's own. */
const published: Readonly<Record<string, (manifest: Manifest) => Partial<Manifest>>> = {
  contract: () => ({
    exports: { ...entry, './openapi': { types: './dist/openapi.d.ts', default: './dist/openapi.js' } },
  }),
  domain: () => ({
    exports: {
      ...entry,
      './locales': { types: './dist/languages/locales.d.ts', default: './dist/languages/locales.js' },
    },
  }),
  database: () => ({
    exports: {
      ...entry,
      ...Object.fromEntries(
        ['embedded', 'errors', 'migrate', 'postgresql'].map((name) => [
          `./${name}`,
          { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
        ]),
      ),
    },
    engines: { node: '>=24' },
  }),
  // Its types are written from the contract (`client/src/interface.ts`), so it needs nothing else.
  client: () => ({ exports: entry, dependencies: {} }),
  server: ({ dependencies, version }) => ({
    exports: {
      ...entry,
      './processor': { types: './dist/processor.d.ts', default: './dist/processor.js' },
      './processor/conformance': conformance,
    },
    // A merchant who writes a processor installs the test runner, and one who collects traces installs OpenTelemetry.
    peerDependencies: { vitest: '>=4', '@opentelemetry/api': '^1.9.0' },
    peerDependenciesMeta: { vitest: { optional: true }, '@opentelemetry/api': { optional: true } },
    // The server serves the element's script and the dashboard. It brings no Node: npm would link that as the merchant's own `node`.
    dependencies: { ...dependencies, '@billing-checkout/element': version, '@billing-checkout/dashboard': version },
    engines: { node: '>=24' },
  }),
  // Its fake is not published: only developers of the adapter test with it.
  stripe: ({ dependencies, devDependencies }) => ({
    exports: entry,
    dependencies: {
      ...dependencies,
      '@billing-checkout/contract': devDependencies?.['@billing-checkout/contract'] ?? '',
    },
    peerDependencies: { '@billing-checkout/server': devDependencies?.['@billing-checkout/server'] ?? '' },
  }),
  // Only what is built, which the server serves. The bundle contains its modules and Lit.
  dashboard: () => ({ exports: { './dist/*': './dist/*', './package.json': './package.json' }, dependencies: {} }),
  element: () => ({
    // What is built contains its modules and Lit; the declarations of our other packages that its types name are copied next to them.
    dependencies: {},
    exports: {
      ...Object.fromEntries(
        elementEntries.map(([path, module, source]) => [
          path,
          { types: `./types/${source}.d.ts`, default: `./esm/${module}.js` },
        ]),
      ),
      './vue': { types: './types/vue.d.ts' },
      './dist/*': './dist/*',
      './presets/*': './dist/presets/*',
      './custom-elements.json': './custom-elements.json',
      './html-custom-data.json': './html-custom-data.json',
      './css-custom-data.json': './css-custom-data.json',
      './package.json': './package.json',
    },
  }),
}
const suite = './dist/processors/conformance/describe-processor'
const conformance = { types: `${suite}.d.ts`, default: `${suite}.js` }
const entry = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } }

rmSync(packed, { recursive: true, force: true })
mkdirSync(packed, { recursive: true })
for (const name of ['element', 'dashboard']) run('node', [join(packages, name, 'build/build.ts'), '--if-stale'])
writeFileSync(
  join(packed, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      outDir: emitted,
      rootDir: packages,
    },
    include: ['../*/src'],
    exclude: ['../*/src/**/*.test.ts', '../*/src/**/*.wtr.ts', '../*/src/**/testing'],
  }),
)
run('tsc', ['--project', join(packed, 'tsconfig.json'), ...(values.noCheck ? ['--noCheck'] : [])])

/** Whether a package is published as its build left it, instead of as its modules. */
const isBuilt = (name: string): boolean => name === 'element' || name === 'dashboard'

/** What the element has besides its script: modules, types, and what editors read. */
function packElement(from: string, to: string, types: string): void {
  cpSync(join(from, 'esm'), join(to, 'esm'), { recursive: true })
  renameSync(join(to, 'esm/licences.txt'), join(to, 'THIRD-PARTY-LICENSES'))
  const isType = (path: string): boolean => !/\.(js|json)$/.test(path)
  cpSync(types, join(to, 'types'), { recursive: true, filter: isType })
  for (const name of ['billing-checkout', 'portal/billing-portal']) {
    const ofClass = join(to, `types/${name}.d.ts`)
    writeFileSync(ofClass, typesWithoutLit(readFileSync(ofClass, 'utf8')))
  }
  bundleTypes(join(to, 'types'))
  const manifest = describeElement()
  const files = {
    'custom-elements.json': manifest,
    'html-custom-data.json': htmlDataOf(manifest),
    'css-custom-data.json': cssDataOf(manifest),
  }
  for (const [file, value] of Object.entries(files)) writeFileSync(join(to, file), jsonFile(value))
}

/** What the server has besides its modules: the command, and the files of the page that shows the interface. */
function packServer(from: string, to: string): void {
  cpSync(join(from, 'bin'), join(to, 'bin'), { recursive: true })
  const page = dirname(createRequire(join(from, 'package.json')).resolve('swagger-ui-dist/package.json'))
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE'])
    cpSync(join(page, file), join(to, 'dist/docs-page', file))
}

/** Where the types of other packages are copied to, and which files are copied. */
const bundled: Readonly<Record<string, { readonly entry: string; readonly files: readonly string[] }>> = {
  '@billing-checkout/contract': {
    entry: 'interface',
    files: ['client/src/interface.d.ts', 'client/src/request-options.d.ts'],
  },
  '@billing-checkout/domain/locales': { entry: 'locales', files: ['domain/src/languages/locales.d.ts'] },
}

/** Makes types name no other package of ours, and drops those that no entry leads to. */
function bundleTypes(folder: string): void {
  const others = join(folder, 'bundled')
  mkdirSync(others)
  for (const { files } of Object.values(bundled))
    for (const file of files) cpSync(join(emitted, file), join(others, basename(file)))
  const kept = new Set<string>()
  const keep = (file: string): void => {
    if (kept.has(file) || !existsSync(file)) return
    kept.add(file)
    const text = readFileSync(file, 'utf8').replaceAll(
      /(['"])(@billing-checkout\/[^'"]+)\1/g,
      (whole, _, name: string) => {
        const other = bundled[name]
        if (other === undefined) return whole
        const path = relative(dirname(file), join(others, `${other.entry}.js`)).replaceAll(sep, '/')
        return `'${path.startsWith('.') ? path : `./${path}`}'`
      },
    )
    writeFileSync(file, text)
    for (const [, path] of text.matchAll(/(?:from|import)\s*\(?['"](\.[^'"]+)['"]/g))
      keep(join(dirname(file), path!.replace(/\.(js|ts)$/, '.d.ts')))
  }
  for (const name of [...elementEntries.map(([, , source]) => source), 'vue']) keep(join(folder, `${name}.d.ts`))
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.d.ts') && !kept.has(join(folder, file))) rmSync(join(folder, file))
  dropUnused(join(others, 'interface.d.ts'), kept)
}

/** Leaves in a module of types what the files that are kept import from it. */
function dropUnused(module: string, kept: ReadonlySet<string>): void {
  const imports = new RegExp(`\\{([^}]*)\\} from '[^']*bundled/${basename(module, '.d.ts')}\\.js'`, 'g')
  const names = [...kept]
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(imports)])
    .flatMap(([, list]) => list!.split(',').map((name) => name.replace(/^\s*(?:type )?|\s+as .*|\s+$/g, '')))
  writeFileSync(module, reachableTypes(readFileSync(module, 'utf8'), names))
}

for (const [name, change] of Object.entries(published)) {
  const from = join(packages, name)
  const to = join(packed, name)
  const types = join(emitted, name, 'src')
  mkdirSync(to, { recursive: true })
  cpSync(isBuilt(name) ? join(from, 'dist') : types, join(to, 'dist'), { recursive: true })
  if (name === 'element') packElement(from, to, types)
  if (name === 'dashboard') renameSync(join(to, 'dist/licences.txt'), join(to, 'THIRD-PARTY-LICENSES'))
  if (name === 'server') packServer(from, to)
  cpSync(join(packages, '../LICENSE'), join(to, 'LICENSE'))
  for (const page of ['README.md', 'CHANGELOG.md'])
    if (existsSync(join(from, page))) cpSync(join(from, page), join(to, page))
  const { devDependencies: _, ...manifest } = readManifest(from)
  writeFileSync(
    join(to, 'package.json'),
    `${JSON.stringify({ ...manifest, ...change(readManifest(from)) }, null, 2)}\n`,
  )
}
rmSync(emitted, { recursive: true })

const tarballs = resolve(values.out)
mkdirSync(tarballs, { recursive: true })
/** A tarball as npm reports it. */
interface Tarball {
  readonly id: string
  readonly name: string
  readonly filename: string
  readonly integrity: string
}

function pack(names: readonly string[]): readonly Tarball[] {
  const folders = names.map((name) => join(packed, name))
  const { status, stdout } = spawnSync('npm', ['pack', '--json', '--pack-destination', tarballs, ...folders], {
    cwd: packages,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (status !== 0) throw new Error('npm pack failed.')
  return JSON.parse(stdout) as readonly Tarball[]
}

/** What the server's `npm-shrinkwrap.json` has of our other packages: the tarballs that were just made. */
function lockedOf(made: readonly Tarball[]): LockedPackages {
  return Object.fromEntries(
    made.map(({ name, integrity }) => {
      const folder = basename(name)
      const { version, dependencies = {} } = readManifest(join(packed, folder))
      return [`packages/${folder}`, { version, integrity, dependencies } satisfies LockedPackage]
    }),
  )
}

const others = pack(Object.keys(published).filter((name) => name !== 'server'))
const lock = JSON.parse(readFileSync(join(packages, '../package-lock.json'), 'utf8')) as { packages: LockedPackages }
writeFileSync(
  join(packed, 'server/npm-shrinkwrap.json'),
  jsonFile(shrinkwrapOf(readManifest(join(packed, 'server')), 'packages/server', lock.packages, lockedOf(others))),
)
for (const { filename } of [...others, ...pack(['server'])]) console.log(join(tarballs, filename))
