import { afterEach, beforeEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aSessionId } from '../../../testing/a-checkout.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { HeldClock } from '../../../testing/held-clock.ts'
import { defineCheckout, part, until } from '../../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../../billing-checkout.ts'
import '../watch-policy.ts'

const { error } = console
let lines: string[] = []
let clock: HeldClock | null = null

beforeEach(() => {
  lines = []
  console.error = (line: string) => void lines.push(line)
})

afterEach(() => {
  console.error = error
  clock?.release()
  clock = null
  document.body.replaceChildren()
})

const add = (service: FakeService, attributes: Readonly<Record<string, string>>, frameUrl?: string) => {
  const element = document.createElement(defineCheckout(service, frameUrl)) as BillingCheckout
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  return element
}
const refusing = (code: 'origin_not_allowed' | 'not_found') => new FakeService({ kind: 'refused', code })
const server = 'https://billing.example'

test('an origin that is not allowed is named with the setting that it belongs in, once for all elements', async () => {
  const elements = [1, 2].map(() => add(refusing('origin_not_allowed'), { server, 'session-id': aSessionId }))
  await until(() => elements.every(({ phase }) => phase === 'unavailable') && lines.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 50))

  expect(lines).to.have.lengthOf(1)
  expect(lines[0])
    .to.match(/^<billing-checkout>: /)
    .and.contain(location.origin)
    .and.contain('"allowed_origins"')
})

test('an id that the server does not know is named in the console', async () => {
  add(refusing('not_found'), { server, 'session-id': 'an-id-of-another-mode' })
  await until(() => lines.length > 0)

  expect(lines[0]).to.contain('"an-id-of-another-mode"').and.contain(server)
})

test('a server that is not a URL is named in the console, and gets no request', async () => {
  const service = new FakeService()
  const element = add(service, { server: 'billing.example', 'session-id': aSessionId })
  await until(() => lines.length > 0 && part(element, 'outcome-title') !== null)

  expect(lines[0]).to.contain('server="billing.example" is no URL')
  expect([element.phase, service.reads, element.shadowRoot?.querySelector('iframe')]).to.deep.equal([
    'unavailable',
    0,
    null,
  ])
})

test('an element in another document says why it shows nothing, and works again in its own', async () => {
  const element = add(new FakeService(), { server, 'session-id': aSessionId })
  const untouched = document.createElement(defineCheckout(new FakeService()))
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const elsewhere = frame.contentDocument!.body
  await until(() => element.phase === 'ready' && part(element, 'test-ribbon') !== null)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const sheets = element.shadowRoot!.adoptedStyleSheets.length

  elsewhere.append(element, untouched)
  await until(() => lines.length > 0)
  expect(lines).to.have.lengthOf(1)
  expect(lines[0]).to.contain('another document')
  expect(untouched.shadowRoot).to.equal(null)

  document.body.append(element)
  await element.updateComplete
  expect(element.phase).to.equal('ready')
  expect(element.shadowRoot!.adoptedStyleSheets.length).to.be.at.least(sheets)
})

test('a missing session is reported soon to developers and late to shoppers; one that arrives late is no fault', async () => {
  clock = new HeldClock(4000)
  const [late, never] = [add(new FakeService(), {}), add(new FakeService(), {})]
  await Promise.all([late.updateComplete, never.updateComplete])
  late.setAttribute('session-id', aSessionId)
  await until(() => late.phase === 'ready')
  // Loads the chunk that waits for a session.
  await import('../../without-session.ts')
  await new Promise((resolve) => setTimeout(resolve, 50))

  clock.pass(5000)
  await until(() => lines.length > 0)
  expect([lines.length, never.phase]).to.deep.equal([1, 'loading'])
  expect(lines[0]).to.contain('"session-id"')

  clock.pass(15_000)
  await until(() => part(never, 'outcome-title') !== null)
  expect([never.phase, late.phase]).to.deep.equal(['unavailable', 'ready'])
  never.setAttribute('session-id', aSessionId)
  await until(() => never.phase === 'ready')
})

test('a console line names a loaded card form that does not answer for two seconds, also if a policy would only report it', async () => {
  clock = new HeldClock(2000)
  const silent = new URL('../../../testing/action-page.html', import.meta.url).href
  const reported = { disposition: 'report', effectiveDirective: 'frame-src', blockedURI: silent } as const
  const required = { documentURI: location.href, originalPolicy: "frame-src 'none'", statusCode: 200 }
  const violation = { ...required, violatedDirective: 'frame-src', ...reported }
  document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', violation))
  const element = add(new FakeService(), { server: 'https://silent.example', 'session-id': aSessionId }, silent)
  const isLoaded = new Promise((resolve) => element.addEventListener('load', resolve, { capture: true, once: true }))
  await until(() => element.shadowRoot?.querySelector('iframe') != null)
  element.shadowRoot?.querySelector('iframe')?.addEventListener('load', () => element.dispatchEvent(new Event('load')))
  await isLoaded

  clock.pass(2000)
  const saidAtOnce = [...lines]
  clock.pass(2000)
  await until(() => lines.length > 0)

  expect(saidAtOnce).to.deep.equal([])
  expect(lines[0]).to.contain('card form of https://silent.example').and.contain('frame-ancestors')
})

const forbid = (policy: string): void => {
  const meta = document.createElement('meta')
  meta.httpEquiv = 'Content-Security-Policy'
  meta.content = policy
  document.head.append(meta)
}

// These tests come last, because a page cannot remove a Content-Security-Policy that a test has added.
test('the message about a policy that forbids the card form has the missing line', async () => {
  forbid("frame-src 'self'")
  add(
    new FakeService(),
    { server: 'https://forbidden.example', 'session-id': aSessionId },
    'https://forbidden.example/f',
  )
  await until(() => lines.length > 0)

  expect(lines[0]).to.contain('frame-src https://forbidden.example')
})

test('the message about a policy that forbids the templates has the missing name', async () => {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): void } }
  if (trustedTypes === undefined) return
  forbid('trusted-types another')
  expect(() => trustedTypes.createPolicy('lit-html', {})).to.throw()
  await until(() => lines.length > 0)

  expect(lines[0]).to.contain('trusted-types lit-html')
})
