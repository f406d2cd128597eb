import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { actionDocument } from './action-documents.ts'

/** Runs the page's script with a message from a parent of the given origin, without a real browser. */
const play = (parents: readonly string[] | null, origin: string) => {
  const html = actionDocument(parents, { id: 'action-1', url: '/sandbox/bank', locale: 'en', scheme: 'dark' })
  const config = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)![1]!
  const script = /<script>(.*?)<\/script>/s.exec(html)![1]!
  const listeners = new Map<string, (event: object) => void>()
  const told: string[] = []
  const fetched: [url: string, method: string][] = []
  const parent = { postMessage: (_: object, target: string) => told.push(target) }
  runInNewContext(script, {
    document: {
      querySelector: () => ({ addEventListener: () => {} }),
      getElementById: () => ({ textContent: config }),
    },
    fetch: async (url: string, { method }: RequestInit) => void fetched.push([url, method!]),
    location: { replace: () => {} },
    navigator: { onLine: true },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    parent,
    window: {},
  })
  listeners.get('message')!({ source: parent, origin, data: { type: 'cancel' } })
  return { told, fetched }
}

const ours = ['https://shop.example', 'https://www.shop.example']

test('only a page of the merchant can cancel a challenge and gets its messages', () => {
  expect(play(ours, 'https://shop.example')).toEqual({ told: ours, fetched: [['/actions/action-1/cancel', 'POST']] })
})

test.each([
  [ours, 'https://other.example'],
  [ours, 'https://shop.example.evil.test'],
  [null, 'https://shop.example'],
  [[], 'http://localhost:4243'],
])('if %j may embed it, a page of %s cannot cancel the challenge', (parents, origin) => {
  expect(play(parents, origin).fetched).toEqual([])
})

test('in a public sandbox our own page and pages of this machine can cancel a challenge', () => {
  const parents = ['http://localhost:*', 'https://pay.example']

  expect(play(parents, 'http://localhost:4243')).toMatchObject({ told: ['*'], fetched: [[expect.anything(), 'POST']] })
  expect(play(parents, 'https://pay.example').fetched).toHaveLength(1)
  expect(play(parents, 'https://pay.example:8443').fetched).toEqual([])
})

test('in a sandbox without a list every page of this machine can cancel a challenge', () => {
  expect(play(null, 'http://localhost:4243').fetched).toHaveLength(1)
})
