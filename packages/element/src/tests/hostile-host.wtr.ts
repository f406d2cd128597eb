import { afterEach, expect, test } from '../../../../test/support/pages/component-test.ts'
import { aCheckout } from '../../testing/a-checkout.ts'
import { aPayment } from '../../testing/a-payment.ts'
import { FakeService } from '../../testing/fake-service.ts'
import { frameOf, mountCheckout, part, typeCard, until } from '../../testing/mount-checkout.ts'

/** Gives the page a new style sheet for each test. If a sheet changes while no document uses it, WebKit keeps its old rules. */
const dressPage = (rules: string): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets = [sheet]
}

afterEach(() => {
  document.body.replaceChildren()
  document.adoptedStyleSheets = []
  document.documentElement.lang = 'en'
  sessionStorage.clear()
})

test('a page that overwrites window.length still gets its checkout paid', async () => {
  const own = Object.getOwnPropertyDescriptor(window, 'length')
  Object.defineProperty(window, 'length', { value: 0, configurable: true, writable: true })
  try {
    const service = new FakeService()
    const element = await mountCheckout(service)
    typeCard(element)

    await element.submit()

    expect(element.phase).to.equal('paid')
  } finally {
    if (own) Object.defineProperty(window, 'length', own)
  }
})

test('a page that resets everything it can reach changes neither sizes nor colours inside', async () => {
  const element = await mountCheckout(new FakeService())
  const looks = () => {
    const button = part(element, 'button')
    const { fontSize, backgroundColor, display } = getComputedStyle(button as Element)
    return { fontSize, backgroundColor, display, height: button?.offsetHeight }
  }
  const before = looks()

  dressPage('* { all: unset !important; display: inline !important } button, iframe, p { display: none !important }')
  await until(() => getComputedStyle(element.parentElement as Element).display === 'inline')

  expect({ ...looks(), height: before.height }).to.deep.equal(before)
  expect(element.shadowRoot?.querySelector('iframe')?.offsetHeight).to.be.greaterThan(100)
})

test('inherited letter styles of the page do not apply inside', async () => {
  const element = await mountCheckout(new FakeService())
  const looks = () => {
    const style = getComputedStyle(part(element, 'disclosure') as Element)
    return inherited.map((name) => [name, style.getPropertyValue(name)])
  }
  const before = looks()

  const odd =
    'text-transform: uppercase; letter-spacing: 4px; word-spacing: 9px; text-indent: 40px; text-shadow: 0 0 9px red; ' +
    'white-space: pre; font-style: italic; font-variant-caps: small-caps; line-height: 4; text-align: right; ' +
    'word-break: break-all; hyphens: auto; -webkit-text-fill-color: red; font-stretch: expanded; tab-size: 1; quotes: none'
  dressPage(`body, main, main > * { ${odd} }`)
  await until(() => getComputedStyle(element.parentElement as Element).letterSpacing === '4px')

  expect(looks()).to.deep.equal(before)
})

const inherited = (
  'text-transform letter-spacing word-spacing text-indent text-shadow white-space font-style font-variant-caps line-height ' +
  'text-align word-break hyphens -webkit-text-fill-color font-stretch tab-size quotes'
).split(' ')

test('attributes that an extension adds to the element change nothing', async () => {
  const service = new FakeService(aCheckout())
  const element = await mountCheckout(service)
  typeCard(element)

  for (const name of ['data-lastpass', 'style', 'translate', 'phase']) element.setAttribute(name, 'x')
  await element.updateComplete
  await element.submit()

  expect([element.phase, service.reads]).to.deep.equal(['paid', 1])
})

test('a translated page, and an extension that adds elements everywhere, do not prevent a payment', async () => {
  const service = new FakeService(aCheckout())
  const element = await mountCheckout(service)
  typeCard(element)

  for (const root of [document.body, element.shadowRoot as ShadowRoot, frameOf(element).body]) translate(root)
  for (const form of element.shadowRoot?.querySelectorAll('form, .panel, label') ?? [])
    form.append(document.createElement('extension-icon'))
  document.documentElement.lang = 'fr'
  await element.submit()

  expect([element.phase, service.attempts.length]).to.deep.equal(['paid', 1])
  expect(part(element, 'outcome-title')?.textContent).to.contain('subscription')
})

/** Imitates a translating browser: wraps each text in two `font` elements. */
const translate = (root: Node): void => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts.filter(({ data }) => data.trim() !== '')) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    outer.append(inner)
    text.replaceWith(outer)
    inner.append(`«${text.data}»`)
  }
}

test('an element that was removed stops sending queries', async () => {
  const service = new FakeService()
  const element = await mountCheckout(service)

  element.remove()
  await new Promise((resolve) => setTimeout(resolve, 100))

  expect([element.phase, service.reads]).to.deep.equal(['ready', 1])
})

test('a payment in flight is followed to its end after a move through another document', async () => {
  const service = new FakeService(aCheckout({ phase: 'processing', payment: aPayment('PENDING') }))
  service.polled = { kind: 'ok', value: aPayment('PENDING') }
  const element = await mountCheckout(service)
  const home = element.parentElement!
  const elsewhere = document.createElement('iframe')
  document.body.append(elsewhere)
  await until(() => element.phase === 'checking')

  elsewhere.contentDocument!.body.append(element)
  // Draw in the other document, and stay there for longer than the pause between two queries.
  element.locale = 'de'
  await new Promise((resolve) => setTimeout(resolve, 300))
  service.polled = { kind: 'ok', value: aPayment('SETTLING') }
  home.append(element)

  await until(() => element.phase === 'paid')
})

test('a card frame that was lost, as in a tunnel, loads again by itself', async () => {
  const element = await mountCheckout(new FakeService())
  const frame = element.shadowRoot?.querySelector('iframe') as HTMLIFrameElement
  const hasForm = () => frame.contentDocument?.querySelector('#number') != null

  frame.contentWindow?.location.replace('about:blank')
  await until(() => !hasForm() && frame.classList.contains('waiting'))
  await new Promise((resolve) => setTimeout(resolve, 3000))

  await until(() => hasForm() && !frame.classList.contains('waiting'))
})
