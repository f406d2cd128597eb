import { afterEach, expect, test } from '../../../../test/support/pages/component-test.ts'
import { FakeService } from '../../testing/fake-service.ts'
import { until } from '../../testing/mount-checkout.ts'
import { BillingCheckout } from '../billing-checkout.ts'
import type { ElementDependencies } from '../element-dependencies.ts'

afterEach(() => document.body.replaceChildren())

const ownFrame = new URL('../../testing/card-frame.html', import.meta.url).href

/** The origins for which the element requested the frame's address; the last is the one from which the frame loads first. */
let asked: string[] = []

class WatchedCheckout extends BillingCheckout {
  protected override get parts(): ElementDependencies {
    const service = new FakeService()
    return {
      openReader: () => service,
      calls: service,
      frameUrlOf: (server) => {
        asked.push(server)
        return ownFrame
      },
      compile: (messages) => messages,
    }
  }
}
customElements.define('watched-checkout', WatchedCheckout)

const firstOf = async (frameOrigin: string | null): Promise<string | undefined> => {
  asked = []
  const element = document.createElement('watched-checkout')
  element.setAttribute('server', 'https://pay.example')
  element.setAttribute('session-id', '4dd0aa3e-0000-4000-8000-000000000000')
  if (frameOrigin !== null) element.setAttribute('frame-origin', frameOrigin)
  document.body.append(element)
  await until(() => asked.length > 1)
  return asked.at(-1)
}

test('the frame loads from the origin that the tag names, and otherwise from the server', async () => {
  expect(await firstOf('https://cards.pay.example')).to.equal('https://cards.pay.example')
  expect(await firstOf('https://cards.pay.example/')).to.equal('https://cards.pay.example')
  expect(await firstOf(null)).to.equal('https://pay.example')
})

test('a frame origin that is not an origin is not loaded', async () => {
  expect(await firstOf('javascript:alert(1)')).to.equal('https://pay.example')
  expect(await firstOf('cards.pay.example')).to.equal('https://pay.example')
})
