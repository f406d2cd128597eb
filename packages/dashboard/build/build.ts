import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOfInputs } from '../../element/build/hash-of-inputs.ts'
import { collectLicences } from '../../element/build/licences.ts'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')
const dist = join(root, 'dist')
const inputsFile = 'inputs.txt'

const inputs = hashOfInputs(
  ['src', 'build', '../client/src', '../contract/src', '../domain/src'].map((folder) => join(root, folder)),
  [join(root, 'index.html'), join(root, 'package.json'), join(root, '../../package-lock.json')],
)
if (!process.argv.includes('--if-stale') || !isFresh()) await buildAll()

function isFresh(): boolean {
  const file = join(dist, inputsFile)
  return existsSync(file) && readFileSync(file, 'utf8') === inputs
}

/** Builds into a new folder and then replaces the last build with it, so that a starting server never reads half a build. */
async function buildAll(): Promise<void> {
  const fresh = join(root, `.dist-${process.pid}`)
  rmSync(fresh, { recursive: true, force: true })
  // A test run may start the build; its NODE_ENV would select Lit's development build.
  process.env['NODE_ENV'] = 'production'
  const { build } = await import('vite')
  const licences = collectLicences()
  await build({
    root,
    configFile: false,
    // Hides warnings: the domain's index also imports Node modules, which the dashboard does not use and the build
    // drops.
    logLevel: 'error',
    publicDir: false,
    base: '/dashboard/',
    plugins: [licences.plugin],
    build: {
      outDir: fresh,
      target: ['chrome123', 'firefox125', 'safari17.5'],
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      // The page's Content-Security-Policy allows no `data:` address except the icon.
      assetsInlineLimit: 0,
    },
  })
  writeFileSync(join(fresh, 'licences.txt'), licences.text())
  writeFileSync(join(fresh, inputsFile), inputs)
  rmSync(dist, { recursive: true, force: true })
  renameSync(fresh, dist)
}
