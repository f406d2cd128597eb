import { afterEach, beforeEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout } from '../../../testing/a-checkout.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { defineCheckout, frameOf, mountCheckout, part, typeCard, until } from '../../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../../billing-checkout.ts'
import { createCheckoutReader } from '../../checkout/requests/transport.ts'

const { error } = console
const { fetch } = globalThis
let lines: string[] = []

beforeEach(() => {
  lines = []
  console.error = (line: string) => void lines.push(line)
})

afterEach(() => {
  Object.assign(globalThis, { fetch })
  console.error = error
  document.documentElement.lang = 'en'
  document.body.replaceChildren()
})

/** A service that records the requested languages and answers in the first one. */
class Polyglot extends FakeService {
  readonly asked: (readonly [locale: string | null, languages: readonly string[]])[] = []

  constructor() {
    super()
    this.readCheckout = async (locale, languages) => {
      this.asked.push([locale, languages])
      this.reads += 1
      return { kind: 'ok', value: aCheckout({ locale: locale ?? languages[0] ?? 'en' }) }
    }
  }
}

/** The `Accept-Language` header of a request for `languages`. */
const headerFor = async (languages: readonly string[]): Promise<string> => {
  let header = ''
  globalThis.fetch = async (_, init) => {
    header = new Headers(init?.headers).get('Accept-Language') ?? ''
    return Response.json(aCheckout())
  }
  await createCheckoutReader('https://billing.example', 'id').readCheckout(null, languages)
  return header
}

for (const [lang, spoken] of [
  ['en_US', 'en-US'],
  ['de_DE', 'de-DE'],
  [' de ', 'de'],
  ['zh_Hans_CN', 'zh-Hans-CN'],
] as const)
  test(`a page in ${JSON.stringify(lang)} shows a checkout in ${spoken}`, async () => {
    document.documentElement.lang = lang
    const service = new Polyglot()

    const element = await mountCheckout(service)

    expect(element.phase).to.equal('ready')
    expect(service.asked[0]?.[1][0]).to.equal(spoken)
  })

for (const locale of ['', 'undefined', 'null', 'C', 'auto', 'x-klingon', '\u202Ede', '🇩🇪'])
  test(`locale=${JSON.stringify(locale)} leaves the language to the page, and is named to the developer once`, async () => {
    document.documentElement.lang = 'de'
    const service = new Polyglot()

    const element = await mountCheckout(service, { locale })
    await until(() => lines.length > 0)
    await element.refresh()

    expect([element.phase, service.asked[0]?.[0], service.asked[0]?.[1][0]]).to.deep.equal(['ready', null, 'de'])
    expect(lines).to.have.lengthOf(1)
    expect(lines[0]).to.contain(`locale="${locale}"`)
  })

test('a locale with underscores or blanks is sent as a tag', async () => {
  const service = new Polyglot()

  await mountCheckout(service, { locale: ' de_DE ' })

  expect(service.asked[0]?.[0]).to.equal('de-DE')
})

test('the header of a page that names many and odd languages is sent without a preflight', async () => {
  document.documentElement.lang = 'de_DE"'
  const inner = document.createElement('div')
  inner.lang = 'fr_CH'
  document.body.append(inner)
  const { languages } = navigator
  Object.defineProperty(navigator, 'languages', {
    configurable: true,
    value: ['C', 'en_GB', '*', ...Array.from({ length: 60 }, (_, place) => `es-x-${place}aaaa`)],
  })
  const service = new Polyglot()
  const element = document.createElement(defineCheckout(service))
  element.setAttribute('session-id', 'id')
  inner.append(element)
  await until(() => service.asked.length > 0)
  Object.defineProperty(navigator, 'languages', { configurable: true, value: languages })

  const header = await headerFor(service.asked[0]![1])

  expect(header).to.match(/^fr-CH,en-GB,[\w,-]+$/)
  expect(header.length).to.be.lessThan(129)
})

test('an element inside shadow roots speaks the language of the page around them', async () => {
  document.documentElement.lang = 'pt-BR'
  const outer = document.createElement('div')
  document.body.append(outer)
  const inner = document.createElement('div')
  outer.attachShadow({ mode: 'open' }).append(inner)
  const service = new Polyglot()
  const element = document.createElement(defineCheckout(service)) as BillingCheckout
  element.sessionId = 'id'
  inner.attachShadow({ mode: 'open' }).append(element)
  await until(() => service.asked.length > 0)

  expect(service.asked[0]?.[1][0]).to.equal('pt-BR')
})

test('another locale at run time changes only the texts: the typed card stays, and the page gets no second ready event', async () => {
  const service = new Polyglot()
  const element = await mountCheckout(service, { locale: 'en' })
  let beginnings = 0
  element.addEventListener('billing-ready', () => (beginnings += 1))
  typeCard(element)
  const frame = frameOf(element)

  element.locale = 'de'
  await until(
    () =>
      part(element, 'button')?.textContent?.trim() === 'Zahlungspflichtig bestellen' ||
      /abonnieren/i.test(part(element, 'button')?.textContent ?? ''),
  )

  expect(frameOf(element)).to.equal(frame)
  expect(frame.querySelector<HTMLInputElement>('#number')?.value).to.equal('4242 4242 4242 4242')
  await until(() => frame.documentElement.lang === 'de')
  expect([beginnings, element.phase]).to.deep.equal([0, 'ready'])
  expect(part(element, 'base')?.lang).to.equal('de')
})

test('another locale after the payment changes the receipt’s texts and pays nothing', async () => {
  const service = new Polyglot()
  const element = await mountCheckout(service, { locale: 'en' })
  typeCard(element)
  await element.submit()
  await until(() => part(element, 'receipt') !== null)
  let outcomes = 0
  element.addEventListener('billing-paid', () => (outcomes += 1))

  element.locale = 'de'
  await until(() => part(element, 'base')?.lang === 'de')

  expect([element.phase, outcomes, service.attempts.length]).to.deep.equal(['paid', 0, 1])
})
