import { expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { acceptParentConnection } from '../accept-parent-connection.ts'
import { connectMessage } from '../protocol.ts'

/** A frame that waits for its parent, and counts how often a page connected. In this test, the parent is the same window. */
const aFrame = (origins: readonly string[] | null) => {
  let connected = 0
  acceptParentConnection({ origins, onConnect: () => void (connected += 1), onMessage: () => {} })
  return {
    hears: (origin: string, message: Partial<MessageEventInit> = {}) => {
      const { port1 } = new MessageChannel()
      dispatchEvent(
        new MessageEvent('message', { source: window, origin, data: connectMessage, ports: [port1], ...message }),
      )
      return connected
    },
  }
}

test('the frame answers a parent of the given origins only', () => {
  const frame = aFrame(['https://shop.example', 'https://www.shop.example'])

  expect(frame.hears('https://other.example')).to.equal(0)
  expect(frame.hears('https://shop.example.evil.test')).to.equal(0)
  expect(frame.hears('null')).to.equal(0)
  expect(frame.hears('https://www.shop.example')).to.equal(1)
})

test('without origins it answers only a page of this machine', () => {
  const frame = aFrame(null)

  expect(frame.hears('https://shop.example')).to.equal(0)
  expect(frame.hears('http://localhost.evil.test')).to.equal(0)
  expect(frame.hears('http://localhost:4243')).to.equal(1)
})

test('a list can have every port of a host', () => {
  const frame = aFrame(['http://localhost:*', 'https://pay.example'])

  expect(frame.hears('https://localhost:4243')).to.equal(0)
  expect(frame.hears('http://localhost.evil.test:4243')).to.equal(0)
  expect(frame.hears('http://localhost:4243:*')).to.equal(0)
  expect(frame.hears('https://pay.example:4243')).to.equal(0)
  expect(frame.hears('http://localhost:4243')).to.equal(1)
})

test('the frame answers its parent, and no other window of the same origin', () => {
  const other = document.createElement('iframe')
  document.body.append(other)
  const frame = aFrame(['https://shop.example'])

  expect(frame.hears('https://shop.example', { source: other.contentWindow })).to.equal(0)
  expect(frame.hears('https://shop.example', { ports: [] })).to.equal(0)
  expect(frame.hears('https://shop.example')).to.equal(1)
  other.remove()
})
