import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const packed = fileURLToPath(new URL('../../packages/.packed/', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'published-'))
const running: ChildProcess[] = []

const inFolder = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

beforeAll(() => {
  execFileSync('npm', ['run', 'pack'], { cwd: root, stdio: 'pipe' })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'somebody', private: true, type: 'module' }))
  const tarballs = ['contract', 'domain', 'client', 'element', 'server'].map((name) =>
    inFolder('npm', ['pack', '--silent', join(packed, name)]).trim(),
  )
  inFolder('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs.map((file) => `./${file}`)])
}, 180_000)

afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('an installed package holds no TypeScript that Node would have to run', () => {
  for (const name of ['contract', 'domain', 'client', 'element', 'server']) {
    const files = readdirSync(join(folder, 'node_modules/@billing-checkout', name), {
      recursive: true,
      encoding: 'utf8',
    })

    expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([])
    expect(files).toContain('LICENSE')
  }
})

test('the installed client can be imported, and needs nothing at runtime', () => {
  const { dependencies } = JSON.parse(
    readFileSync(join(folder, 'node_modules/@billing-checkout/client/package.json'), 'utf8'),
  ) as { dependencies: Record<string, string> }
  const script = `import { createBillingClient } from '@billing-checkout/client'
    console.log(typeof createBillingClient({ apiKey: 'sk_sandbox_x', baseUrl: 'http://localhost' }).createPayment)`

  expect(Object.keys(dependencies)).toEqual(['@billing-checkout/contract'])
  expect(inFolder(process.execPath, ['--input-type=module', '--eval', script]).trim()).toBe('function')
})

test('the installed server starts by its command and serves the element it came with', async () => {
  const server = spawn(join(folder, 'node_modules/.bin/billing-checkout'), ['serve'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(server)
  const url = await firstUrl(server)

  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${url}/billing-checkout.js`)).text()).toContain('billing-checkout')

  server.kill('SIGTERM')
  expect((await once(server, 'exit'))[0]).toBe(0)
}, 60_000)

const firstUrl = async (server: ChildProcess): Promise<string> => {
  for await (const line of createInterface({ input: server.stdout! })) {
    const url = /http:\/\/[\w.:[\]-]+/.exec(line)?.[0]
    if (url !== undefined) return url
  }
  throw new Error('The server ended without saying where it is.')
}
