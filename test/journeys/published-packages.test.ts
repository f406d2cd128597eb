import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installFromRegistry, readVersions } from '../support/processes/install-from-registry.ts'
import { packPackages, publishedNames } from '../support/processes/pack-packages.ts'
import { startInstalledServer } from '../support/processes/start-installed-server.ts'

const image = readFileSync(new URL('../../examples/operations/Dockerfile', import.meta.url), 'utf8')
const root = fileURLToPath(new URL('../..', import.meta.url))
const consumer = fileURLToPath(new URL('consumer', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'published-'))
const data = mkdtempSync(join(tmpdir(), 'published-data-'))
const installed = join(folder, 'node_modules/@billing-checkout')
const running: ChildProcess[] = []
let tarballs: ReadonlyMap<string, string>
let fromRegistry: string

const inFolder = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Links a package of the repository into the folder, unless the package is for other machines and therefore not installed here. */
const lendFromHere = (name: string): void => {
  const here = join(root, 'node_modules', name)
  if (existsSync(here)) symlinkSync(here, join(folder, 'node_modules', name), 'junction')
}

beforeAll(() => {
  tarballs = packPackages(join(folder, 'made/tarballs'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'somebody', private: true, type: 'module' }))
  inFolder('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--omit=optional', ...tarballs.values()])
})

afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const made of [folder, data]) rmSync(made, { recursive: true, force: true })
})

test('an installed package contains no TypeScript that Node would have to run', () => {
  for (const name of publishedNames) {
    const files = readdirSync(join(installed, name), { recursive: true, encoding: 'utf8' })

    expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([])
    expect(files).toContain('LICENSE')
  }
})

test.each(publishedNames)('the published %s declares only files that it contains', async (name) => {
  const bytes = readFileSync(tarballs.get(name)!)
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })

  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test('the published element has exactly the files that its manifest, editors and pages need', () => {
  const inPackage = (file: string) => JSON.parse(readFileSync(join(installed, 'element', file), 'utf8')) as unknown
  const { customElements, sideEffects } = inPackage('package.json') as Record<string, unknown>
  const { modules } = inPackage('custom-elements.json') as { modules: readonly { path: string }[] }

  expect(readdirSync(join(installed, 'element')).toSorted()).toEqual(
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENSES',
      'css-custom-data.json',
      'custom-elements.json',
      'dist',
      'esm',
      'html-custom-data.json',
    ].concat(['package.json', 'types']),
  )
  expect(customElements).toBe('custom-elements.json')
  expect(sideEffects).toEqual(['./esm/*define*.js', './esm/unsupported.js', './dist/*.js', './dist/presets/*.css'])
  for (const { path } of modules) expect([path, existsSync(join(installed, 'element', path))]).toEqual([path, true])
  for (const { path, bytes, integrity } of (inPackage('dist/inventory.json') as Inventory).files) {
    const body = readFileSync(join(installed, 'element/dist', path))
    expect([path, body.length, integrityOf(body)]).toEqual([path, bytes, integrity])
  }
})

test('the published element has the licence of each package that it contains', () => {
  const licences = readFileSync(join(installed, 'element/THIRD-PARTY-LICENSES'), 'utf8')

  expect([...licences.matchAll(/^([\w@/-]+) \d+\.\d+\.\d+$/gm)].map(([, name]) => name)).toEqual([
    '@lit/reactive-element',
    'jose',
    'lit-element',
    'lit-html',
  ])
  expect(licences.match(/Redistributions in binary form/g)).toHaveLength(3)
})

test('the modules of the published element import only files that exist', () => {
  const esm = join(installed, 'element/esm')
  const named = readdirSync(esm)
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [...readFileSync(join(esm, file), 'utf8').matchAll(/(?:from|import)[ (]*"(\.[^"]+)"/g)])
    .map(([, path]) => path!)

  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((path) => !existsSync(join(esm, path)))).toEqual([])
})

test('the installed element can be imported without a browser, and defines its tag only on request', () => {
  const script = `import { BillingCheckout } from '@billing-checkout/element'
    const before = globalThis.customElements?.get('billing-checkout')
    await import('@billing-checkout/element/define')
    console.log(typeof BillingCheckout, before, customElements.get('billing-checkout') === BillingCheckout)`

  expect(inFolder(process.execPath, ['--input-type=module', '--eval', script]).trim()).toBe('function undefined true')
})

test('a page written with React, Vue or neither compiles against the installed element', () => {
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
  for (const name of ['react', '@types/react', 'vue']) lendFromHere(name)
  cpSync(consumer, join(folder, 'consumer'), { recursive: true })
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    jsx: 'react-jsx',
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['consumer'] }))

  // A project that installs only client and element does not have these packages.
  const others = ['contract', 'domain']
  for (const name of others) renameSync(join(installed, name), join(folder, name))
  const { stdout } = spawnSync('tsc', { cwd: folder, encoding: 'utf8' })
  for (const name of others) renameSync(join(folder, name), join(installed, name))

  expect(stdout).toBe('')
}, 120_000)

test('the installed React wrapper is rendered on a server as the tag', () => {
  writeFileSync(
    join(folder, 'render.mjs'),
    `import { createElement } from 'react'
    import { renderToStaticMarkup } from ${JSON.stringify(import.meta.resolve('react-dom/server'))}
    import { BillingCheckout } from '@billing-checkout/element/react'
    const props = { sessionId: 'a1', server: 'https://billing.example', className: 'wide', onBillingPaid: () => {} }
    console.log(renderToStaticMarkup(createElement(BillingCheckout, props)))`,
  )

  expect(inFolder(process.execPath, ['render.mjs']).trim()).toBe(
    '<billing-checkout server="https://billing.example" class="wide" session-id="a1"></billing-checkout>',
  )
})

test('the installed server declares its Node, and adds none to the merchant’s commands', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'server/package.json'), 'utf8')) as Record<string, unknown>

  expect(manifest).toMatchObject({ engines: { node: '>=24' } })
  expect(manifest).not.toHaveProperty('optionalDependencies')
  expect(existsSync(join(folder, 'node_modules/.bin/node'))).toBe(false)
})

test.each([
  ['client', 1_000_000],
  ['element', 3_000_000],
] as const)('the %s installs without any other package, in less than %i bytes', (name, bytesMax) => {
  const alone = mkdtempSync(join(tmpdir(), 'alone-'))
  writeFileSync(join(alone, 'package.json'), JSON.stringify({ private: true }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--offline', tarballs.get(name)!], { cwd: alone })
  const files = readdirSync(join(alone, 'node_modules'), { recursive: true, encoding: 'utf8' })
  const sizes = files.map((file) => statSync(join(alone, 'node_modules', file))).filter((file) => file.isFile())
  const packages = readdirSync(join(alone, 'node_modules')).filter((file) => !file.startsWith('.'))
  rmSync(alone, { recursive: true })

  expect(packages).toEqual(['@billing-checkout'])
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(bytesMax)
})

test.each([true, false])(
  'a backend’s code compiles on its own, with strict %s and checked library types',
  (strict) => {
    const alone = mkdtempSync(join(tmpdir(), 'alone-'))
    mkdirSync(join(alone, 'node_modules/@billing-checkout'), { recursive: true })
    cpSync(join(installed, 'client'), join(alone, 'node_modules/@billing-checkout/client'), { recursive: true })
    cpSync(join(consumer, 'backend.ts'), join(alone, 'backend.ts'))
    const compilerOptions = {
      strict,
      noEmit: true,
      skipLibCheck: false,
      module: 'nodenext',
      target: 'es2024',
      types: [],
    }
    writeFileSync(join(alone, 'package.json'), JSON.stringify({ type: 'module' }))
    writeFileSync(join(alone, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['backend.ts'] }))

    const { stdout } = spawnSync('tsc', { cwd: alone, encoding: 'utf8' })
    rmSync(alone, { recursive: true })

    expect(stdout).toBe('')
  },
  120_000,
)

test('the installed command says its version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }

  expect(inFolder('node_modules/.bin/billing-checkout', ['--version'])).toBe(`${version}\n`)
})

test('the installed client can be imported, and needs nothing at runtime', () => {
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'client/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const script = `import { createBillingClient } from '@billing-checkout/client'
    console.log(typeof createBillingClient({ apiKey: 'sk_sandbox_x', baseUrl: 'http://localhost' }).createPayment)`

  expect(Object.keys(dependencies)).toEqual([])
  expect(inFolder(process.execPath, ['--input-type=module', '--eval', script]).trim()).toBe('function')
})

test('the installed adapter of Stripe accepts only a key of its mode', () => {
  const script = `import { stripeProcessor } from '@billing-checkout/stripe'
    const options = { connection: 'con_1', accountId: 'acct_1', livemode: false, connectedAt: new Date() }
    const open = (secretKey) => stripeProcessor({ ...options, secretKey }).id
    try { open('sk_live_x') } catch (error) { console.log(error.message) }
    console.log(open('sk_test_x'))`

  expect(inFolder(process.execPath, ['--input-type=module', '--eval', script]).trim()).toBe(
    'The key of the connection con_1 is no test key.\ncon_1',
  )
})

test('the server from a registry installs exactly the versions that its shrinkwrap pins', async () => {
  fromRegistry = await installFromRegistry(tarballs, 'server')
  const { pinned, installed: found } = readVersions(join(fromRegistry, 'node_modules/@billing-checkout/server'))

  expect(Object.keys(pinned).length).toBeGreaterThan(100)
  expect(found).toEqual(pinned)
  expect(createRequire(join(fromRegistry, 'node_modules/@billing-checkout/server/x.js'))('sharp').format.webp.id).toBe(
    'webp',
  )
}, 300_000)

test('the server from a registry starts by its command and serves its bundled element, also after an upgrade', async () => {
  const before = readdirSync(fromRegistry, { recursive: true })
  const first = await startServer()
  const { script } = (await (await fetch(`${first.url}/inventory.json`)).json()) as Inventory
  expect(isHealthy(first.url)).toBe(true)
  for (const path of ['billing-checkout.js', 'dashboard', 'openapi.json', 'docs'])
    expect([path, (await fetch(`${first.url}/${path}`)).status]).toEqual([path, 200])
  const text = await (await fetch(`${first.url}/${script}`)).text()
  expect([await first.stop(), isHealthy(first.url)]).toEqual([0, false])
  // The container's root is read-only, so everything must be written to DATA_DIR.
  expect(readdirSync(fromRegistry, { recursive: true })).toEqual(before)

  // Simulates an upgrade: the script has another name, and the former file is gone.
  const dist = join(fromRegistry, 'node_modules/@billing-checkout/server/node_modules/@billing-checkout/element/dist')
  renameSync(join(dist, script), join(dist, 'billing-checkout-0123456789.js'))
  const second = await startServer()

  expect(await (await fetch(`${second.url}/billing-checkout-0123456789.js`)).text()).toBe(text)
  expect(await (await fetch(`${second.url}/${script}`)).text()).toBe(text)
  expect(await second.stop()).toBe(0)
}, 300_000)

interface Inventory {
  readonly script: string
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly integrity: string }[]
}

const startServer = async () => {
  const server = await startInstalledServer(fromRegistry, data)
  running.push(server.process)
  return server
}

const isHealthy = (url: string): boolean => {
  const [node, ...args] = JSON.parse(/^HEALTHCHECK .*\n +CMD (.+)$/m.exec(image)![1]!) as string[]
  return spawnSync(node!, args, { env: { PATH: process.env['PATH'], PORT: new URL(url).port } }).status === 0
}

const integrityOf = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`
