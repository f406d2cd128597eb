import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { actionDocument } from './action-documents.ts'

/** What the page's script does with a message of its parent, which is of some origin; the page is there in name only. */
const play = (parents: readonly string[] | null, origin: string) => {
  const html = actionDocument(parents, 'action-1', '/sandbox/bank', 'en')
  const config = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)![1]!
  const script = /<script>(.*?)<\/script>/s.exec(html)![1]!
  const listeners = new Map<string, (event: object) => void>()
  const told: string[] = []
  let submitted = 0
  const parent = { postMessage: (_: object, target: string) => told.push(target) }
  runInNewContext(script, {
    document: {
      querySelector: () => ({ addEventListener: () => {} }),
      getElementById: (id: string) =>
        id === 'page' ? { textContent: config } : { submit: () => void (submitted += 1) },
    },
    navigator: { onLine: true },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    parent,
    window: {},
  })
  listeners.get('message')!({ source: parent, origin, data: { type: 'cancel' } })
  return { told, submitted }
}

const ours = ['https://shop.example', 'https://www.shop.example']

test('a challenge is called off by a page of the merchant, and told of to such pages only', () => {
  expect(play(ours, 'https://shop.example')).toEqual({ told: ours, submitted: 1 })
})

test.each([
  [ours, 'https://other.example'],
  [ours, 'https://shop.example.evil.test'],
  [null, 'https://shop.example'],
  [[], 'http://localhost:4243'],
])('where %j may embed it, a page of %s calls nothing off', (parents, origin) => {
  expect(play(parents, origin).submitted).toBe(0)
})

test('in a sandbox without a list any page of this machine may', () => {
  expect(play(null, 'http://localhost:4243').submitted).toBe(1)
})
