import type { Portal } from '@billing-checkout/contract'
import type { Answer, AttemptCredentials } from '../src/checkout/requests/transport.ts'
import type { Catalogue } from '../src/messages/checkout-catalogue.ts'
import { compileMessage } from '../build/compile-message.ts'
import { BillingPortal } from '../src/portal/billing-portal.ts'
import type { PortalDependencies } from '../src/portal/portal-dependencies.ts'
import type { PortalRequest, PortalCalls } from '../src/portal/state/portal-calls.ts'
import { aPortal } from './a-portal.ts'
import { until } from './mount-checkout.ts'

/** A service that returns a test's answers and records the calls. */
export class FakePortalService implements PortalCalls {
  /** The answers to reading, in turn; the last one is repeated. */
  portals: Answer<Portal>[]
  /** The answers to changes, in turn; the last one is repeated. */
  answers: Answer<unknown>[] = [{ kind: 'ok', value: { id: 'session_1' } }]
  renewed: Answer<{ readonly client_token: string }> = { kind: 'lost' }
  readonly sent: (PortalRequest & AttemptCredentials)[] = []
  readonly tokens: string[] = []

  constructor(portal: Portal | Answer<Portal> = aPortal()) {
    this.portals = ['kind' in portal ? portal : { kind: 'ok', value: portal }]
  }

  read: PortalCalls['read'] = async (token) => {
    this.tokens.push(token)
    return this.#next(this.portals)
  }

  send = async <Value>(request: PortalRequest, attempt: AttemptCredentials): Promise<Answer<Value>> => {
    this.sent.push({ ...request, ...attempt })
    await new Promise((resolve) => setTimeout(resolve, 20))
    return this.#next(this.answers) as Answer<Value>
  }

  renew: PortalCalls['renew'] = async () => this.renewed

  /** Makes every later reading return `portal`. */
  becomes(portal: Portal): void {
    this.portals = [{ kind: 'ok', value: portal }]
  }

  #next<Value>(answers: Answer<Value>[]): Answer<Value> {
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? { kind: 'lost' }
  }
}

/** Stands in for the checkout inside the portal, because the checkout has its own tests. */
class CheckoutStandIn extends HTMLElement {}

const compile = (messages: Partial<Catalogue>): Partial<Catalogue> =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessage(String(text))]))

let tags = 0

/** Adds a portal to the page; resolves once it shows more than its skeleton. */
export const mountPortal = async (
  service: FakePortalService,
  attributes: Readonly<Record<string, string>> = {},
): Promise<BillingPortal> => {
  const parts: PortalDependencies = {
    openService: () => service,
    compile,
    loadCheckout: async () =>
      customElements.get('billing-checkout') ?? customElements.define('billing-checkout', CheckoutStandIn),
    retryMs: 5,
  }
  const tag = `billing-portal-${(tags += 1)}`
  customElements.define(
    tag,
    class extends BillingPortal {
      protected override get parts(): PortalDependencies {
        return parts
      }
    },
  )
  const element = document.createElement(tag) as BillingPortal
  for (const [name, value] of Object.entries({
    'client-token': 'first',
    server: 'https://billing.example',
    ...attributes,
  }))
    element.setAttribute(name, value)
  const main = document.createElement('main')
  const heading = document.createElement('h1')
  heading.textContent = 'Account'
  main.append(heading, element)
  document.body.append(main)
  await until(
    () => element.phase !== 'loading' && element.shadowRoot?.querySelector('[part=section],[part=outcome]') != null,
  )
  await element.updateComplete
  return element
}

/** The element with `id` inside the portal, or null. */
export const inPortal = (portal: BillingPortal, id: string): HTMLElement | null =>
  portal.shadowRoot?.querySelector<HTMLElement>(`#${CSS.escape(id)}`) ?? null

/** Presses the control with `id`, and waits until no change is being made. */
export const press = async (portal: BillingPortal, id: string): Promise<void> => {
  const found = inPortal(portal, id)
  if (found === null) throw new Error(`there is no ${id}`)
  found.focus()
  found.click()
  await portal.updateComplete
  await until(() => portal.shadowRoot?.querySelector('[aria-disabled=true]') == null)
  await portal.updateComplete
}
