import { expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { listenToActionPage } from '../action-page.ts'

test('messages of an action page count only from its window and its origin', () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const news: string[] = []
  const stop = listenToActionPage(() => frame.contentWindow, 'https://pay.example/actions/1', {
    onShown: () => news.push('shown'),
    onFinished: () => news.push('finished'),
  })
  const hear = (type: string, from: Partial<MessageEventInit> = {}) => {
    const data = { source: 'billing-checkout', type }
    dispatchEvent(
      new MessageEvent('message', { source: frame.contentWindow, origin: 'https://pay.example', data, ...from }),
    )
  }

  hear('action-finished', { origin: 'https://bank.example' })
  hear('action-shown', { origin: 'https://pay.example:8443' })
  hear('action-finished', { source: window })
  expect(news).to.deep.equal([])

  hear('action-shown')
  hear('action-finished')
  expect(news).to.deep.equal(['shown', 'finished'])

  stop()
  hear('action-finished')
  expect(news).to.have.lengthOf(2)
  frame.remove()
})
