import { setViewport } from '@web/test-runner-commands'
import axe from 'axe-core/axe.js'
import { afterEach, beforeEach, expect, test } from '../../../test/support/component-test.ts'
import { aCheckout, type CheckoutWishes } from '../testing/a-checkout.ts'
import { aPayment } from '../testing/a-payment.ts'
import { FakeService } from '../testing/fake-service.ts'
import { frameOf, mountCheckout, part, typeCard, until } from '../testing/mount-checkout.ts'
import type { BillingCheckout } from './billing-checkout.ts'

interface Scene {
  readonly name: string
  readonly wishes?: CheckoutWishes
  readonly act?: (element: BillingCheckout, service: FakeService) => Promise<void>
  readonly service?: FakeService
  /** Inline sizes in pixels; by default one between phone and two columns. */
  readonly widths?: readonly number[]
}

const submitWith =
  (payment: ReturnType<typeof aPayment>) =>
  async (element: BillingCheckout, service: FakeService): Promise<void> => {
    service.payments = [{ kind: 'ok', value: payment }]
    typeCard(element)
    await element.submit()
  }

// From the narrowest phone to two columns; a container is as good as a screen, since the element asks only for its own.
const widths = [280, 480, 1024]

const scenes: readonly Scene[] = [
  { name: 'ready', widths, wishes: { trial: 'free', isLocal: true, tax: true } },
  { name: 'ready with saved cards and a box', widths, wishes: { hasSavedMethods: true, checkbox: true } },
  { name: 'ready with test cards open', widths, act: async (element) => openTestCards(element) },
  { name: 'faulty', widths, act: (element) => element.submit() },
  { name: 'declined', widths, act: submitWith(aPayment('DECLINED', 'card_declined')) },
  { name: 'checking', act: submitWith(aPayment('PENDING')) },
  { name: 'paid', widths, act: submitWith(aPayment('SETTLING')) },
  { name: 'ready to keep a card', wishes: { purpose: 'pay', isKnown: true } },
  { name: 'expiring', wishes: { expiresIn: 100_000 } },
  { name: 'expired', wishes: { phase: 'expired' } },
  { name: 'incomplete', wishes: { purpose: null } },
  { name: 'unavailable', service: new FakeService({ kind: 'lost' }) },
]

const openTestCards = async (element: BillingCheckout): Promise<void> => {
  await until(() => part(element, 'test-ribbon') !== null)
  part(element, 'test-ribbon')?.setAttribute('open', '')
}

beforeEach(async () => {
  await setViewport({ width: 1100, height: 800 })
  document.title = 'Shop'
  document.documentElement.lang = 'en'
})

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
  document.documentElement.style.colorScheme = ''
})

for (const locale of ['en', 'ar'])
  for (const scheme of ['light', 'dark'])
    for (const scene of scenes)
      test(`nobody is shut out: ${scene.name}, ${scheme}, ${locale}`, async () => {
        document.documentElement.style.colorScheme = scheme
        document.body.style.background = scheme === 'dark' ? '#000' : '#fff'
        const service = scene.service ?? new FakeService(aCheckout({ locale, ...scene.wishes }))
        const element = await mountCheckout(service, { locale })
        await scene.act?.(element, service)
        await element.updateComplete

        for (const width of scene.widths ?? [480]) expect(await faultsAt(width, element)).to.deep.equal([])
      })

const faultsAt = async (width: number, element: BillingCheckout): Promise<readonly string[]> => {
  const main = element.parentElement as HTMLElement
  main.style.inlineSize = `${width}px`
  await stillness(element)
  const frame = hasFrame(element) ? await faultsIn(await withAxe(frameOf(element))) : []
  return [...(await faultsIn(window)), ...frame, ...(main.scrollWidth > width ? ['overflows'] : [])]
}

const hasFrame = (element: BillingCheckout): boolean =>
  element.shadowRoot?.querySelector('form:not([hidden]) .card:not([hidden]) iframe') != null

/** Colours in the middle of an animation are nobody's contrast. */
const stillness = async (element: BillingCheckout): Promise<void> => {
  for (const animation of element.shadowRoot?.getAnimations() ?? []) settle(animation)
  await new Promise((resolve) => setTimeout(resolve, 250))
}

const settle = (animation: Animation): void => {
  if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
}

const faultsIn = async (view: Window & { axe?: typeof axe }): Promise<readonly string[]> => {
  const runner = view.axe ?? axe
  const rules = view === window ? {} : Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }]))
  const { violations } = await runner.run(view.document, { iframes: false, resultTypes: ['violations'], rules })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

// A frame is no page: its landmarks and its first heading are those of the page around it.
const pageRules = ['landmark-one-main', 'page-has-heading-one', 'region']

const withAxe = async (root: Document): Promise<Window & { axe?: typeof axe }> => {
  const view = root.defaultView as Window & { axe?: typeof axe }
  if (view.axe !== undefined) return view
  const script = root.createElement('script')
  script.type = 'module'
  script.textContent = "import axe from '/node_modules/axe-core/axe.js'; window.axe = axe"
  root.head.append(script)
  await until(() => view.axe !== undefined)
  return view
}
