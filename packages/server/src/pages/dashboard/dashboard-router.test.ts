import express from 'express'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createRateLimiter } from '../../http/rate-limit.ts'
import { readDashboard } from './dashboard-files.ts'
import { dashboardRouter } from './dashboard-router.ts'

const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

const document =
  '<!doctype html><title>Dashboard</title><script type="module" src="/dashboard/assets/main-1.js"></script>'
const script = 'export {}\n'.repeat(200)

const aBuild = () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), document)
  writeFileSync(join(folder, 'assets/main-1.js'), script)
  return folder
}

/** A server with only the dashboard. `hostedPages` decides whether it serves our own pages. */
const serve = async (folder: string, hostedPages: 'on' | 'off' = 'on') => {
  const parts = {
    mode: 'sandbox',
    hostedPages,
    publicUrl: () => 'https://pay.example',
    frameOrigin: () => null,
    isPublic: () => false,
    rateLimiter: createRateLimiter('off'),
    dashboard: await readDashboard(folder),
  } as unknown as Parameters<typeof dashboardRouter>[0]
  const server = express().use(dashboardRouter(parts)).listen(0, '127.0.0.1')
  closing.push(() => void server.close())
  await once(server, 'listening')
  return (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
}

test('every address below /dashboard serves the same document, which neither runs nor frames foreign content', async () => {
  const get = await serve(aBuild())

  for (const path of ['/dashboard', '/dashboard/', '/dashboard/set-up', '/dashboard/org_1/payments/pay_1?page=2']) {
    const answer = await get(path)
    const policy = answer.headers.get('Content-Security-Policy')?.split('; ')

    expect([answer.status, await answer.text()]).toEqual([200, document])
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types lit-html 'allow-duplicates'",
      ]),
    )
    expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
  }
})

test('a file with its hash in its name is compressed and cached for ever, and another name is not found', async () => {
  const get = await serve(aBuild())
  const file = await get('/dashboard/assets/main-1.js')

  expect(await file.text()).toBe(script)
  expect(file.headers.get('Cache-Control')).toContain('immutable')
  expect(file.headers.get('Content-Encoding')).not.toBeNull()
  for (const name of ['main-2.js', '..%2Findex.html', 'inputs.txt'])
    expect((await get(`/dashboard/assets/${name}`)).status).toBe(404)
})

test('a server without the build, or without pages of its own, answers 503 with a sentence', async () => {
  for (const get of [await serve(mkdtempSync(join(tmpdir(), 'empty-'))), await serve(aBuild(), 'off')]) {
    const answer = await get('/dashboard')

    expect(answer.status).toBe(503)
    expect(await answer.text()).toMatch(/^[A-Z].+\.\n$/)
  }
})
