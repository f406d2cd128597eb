import { emulateMedia } from '@web/test-runner-commands'
import { afterEach, beforeEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { frameOf, mountCheckout, until } from '../../../testing/mount-checkout.ts'

// Firefox and WebKit cannot emulate the system's color scheme, so tests that need it run only in Chromium.
const canChooseSystem = navigator.userAgent.includes('Chrome/')
const system = async (colorScheme: 'light' | 'dark'): Promise<void> => {
  if (canChooseSystem) await emulateMedia({ colorScheme })
}
const root = document.documentElement
const pageStyles = new CSSStyleSheet()

beforeEach(async () => {
  document.adoptedStyleSheets = [pageStyles]
  await system('light')
})

afterEach(async () => {
  document.body.replaceChildren()
  document.body.className = ''
  root.removeAttribute('style')
  document.adoptedStyleSheets = []
  await system('light')
})

const schemeOf = (element: Element) => frameOf(element).documentElement.style.colorScheme
const tokenOf = (element: Element, name: string) =>
  frameOf(element).documentElement.style.getPropertyValue(`--_${name}`)

interface Toggle {
  readonly by: string
  readonly styles: string
  readonly turn: (element: Element) => unknown
}

const toggles: readonly Toggle[] = [
  { by: 'a class', styles: ':root.dark { color-scheme: dark }', turn: () => root.classList.add('dark') },
  {
    by: 'a class of the body',
    styles: 'body.dark { color-scheme: dark }',
    turn: () => document.body.classList.add('dark'),
  },
  { by: 'a style', styles: '', turn: () => (root.style.colorScheme = 'dark') },
  { by: 'a style sheet', styles: '', turn: () => pageStyles.replaceSync(':root { color-scheme: dark }') },
  ...(canChooseSystem
    ? [{ by: 'the system', styles: ':root { color-scheme: light dark }', turn: () => system('dark') }]
    : []),
  { by: 'its own attribute', styles: '', turn: (element) => element.setAttribute('theme', 'dark') },
  {
    by: 'a class while nobody sees it',
    styles: ':root.dark { color-scheme: dark }',
    turn: async (element) => {
      element.toggleAttribute('hidden', true)
      await new Promise((resolve) => setTimeout(resolve, 50))
      root.classList.add('dark')
      await new Promise((resolve) => setTimeout(resolve, 50))
      element.toggleAttribute('hidden', false)
    },
  },
]

for (const { by, styles, turn } of toggles)
  test(`the card frame turns dark with the page, by ${by}`, async () => {
    pageStyles.replaceSync(styles)
    const element = await mountCheckout(new FakeService())
    await until(() => schemeOf(element) === 'light')

    await turn(element)

    await until(() => schemeOf(element) === 'dark')
    root.classList.remove('dark')
  })

if (canChooseSystem)
  test('the card frame is dark if only the head of a page declares a dark scheme', async () => {
    const meta = Object.assign(document.createElement('meta'), { name: 'color-scheme', content: 'dark light' })
    document.head.append(meta)
    await system('dark')
    const element = await mountCheckout(new FakeService())

    await until(() => schemeOf(element) === 'dark')
    await system('light')
    await until(() => schemeOf(element) === 'light')
    meta.remove()
  })

test('a token that the page changes reaches the card frame, and the typed text is not reported as a change', async () => {
  pageStyles.replaceSync(':root.night { --billing-color-field: #123456; --billing-radius-field: 3px }')
  const element = await mountCheckout(new FakeService())
  let changes = 0
  element.addEventListener('billing-change', () => (changes += 1))
  await until(() => schemeOf(element) === 'light')

  root.classList.add('night')
  await until(() => tokenOf(element, 'color-field') === '#123456')
  expect(tokenOf(element, 'radius-field')).to.equal('3px')

  root.classList.remove('night')
  await until(() => tokenOf(element, 'color-field') === '')
  expect(changes).to.equal(0)
})

test('a token that the page sets and takes back within one transition is removed from the card frame', async () => {
  pageStyles.replaceSync(':root.night { --billing-color-field: #123456 }')
  const element = await mountCheckout(new FakeService())
  await until(() => schemeOf(element) === 'light')
  // Imitates a busy machine: at the next frame, the transition has not advanced yet.
  const slow = new CSSStyleSheet()
  slow.replaceSync('.base { transition-duration: 10s !important }')
  element.shadowRoot?.adoptedStyleSheets.push(slow)

  root.classList.add('night')
  await until(() => tokenOf(element, 'color-field') === '#123456')

  root.classList.remove('night')
  await until(() => tokenOf(element, 'color-field') === '')
})
