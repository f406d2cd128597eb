import { englishCardCatalogue, loadCardCatalogue } from '../../messages/card-catalogue.ts'
import { englishHostedCatalogue, loadHostedCatalogue } from '../../messages/hosted-catalogue.ts'
import { directionOf, type Locale } from '@billing-checkout/domain/locales'
import { readFrameConfig } from '../frame-config.ts'
import { acceptParentConnection } from '../link/accept-parent-connection.ts'
import type { MessageToElement, MessageToFrame } from '../link/protocol.ts'
import { tellHeight } from '../link/tell-height.ts'
import { mountForm } from '../mount-form.ts'
import { applyTheme } from '../theme.ts'
import type { HostedFrameConfig } from './hosted-config.ts'
import { HostedForm } from './hosted-form.ts'
import { awaitWithin } from '../await-within.ts'
import { loadStripeJs } from './stripe/stripe-js.ts'
import { stripeLocaleOf } from './stripe/stripe-locale.ts'
import { hostedFrameStyles } from './styles.ts'
import { setTrustedTypesPolicy } from './set-trusted-types-policy.ts'

const { hosted, connection, parent_origins: origins } = readFrameConfig<HostedFrameConfig>(document)
const root = document.documentElement
/** Time-outs in milliseconds: for loading Stripe's fields, and for turning a card into a payment method. */
const [openMs, enterMs] = [20_000, 30_000]

let tell: (message: MessageToElement) => void = () => {}
let locale = ''
/** Whether the form has its texts, and whether the loading of Stripe's fields and the brand logos has started. */
let [hasTexts, hasStarted] = [false, false]

const form = new HostedForm(englishCardCatalogue, englishHostedCatalogue, {
  onChange: () => tell({ type: 'changed', ...form.state }),
  onFocus: (isFocused) => tell({ type: isFocused ? 'focused' : 'blurred' }),
  onAgain: () => void openFields(),
})

setTrustedTypesPolicy(hosted.script_sources)
mountForm(form.root, englishCardCatalogue.title, hostedFrameStyles)
form.root.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  tell({ type: 'submitted' })
})
// If the shopper presses Enter in one of Stripe's fields, the browser submits the form around it.
form.root.addEventListener('submit', (event) => {
  event.preventDefault()
  tell({ type: 'submitted' })
})
acceptParentConnection({ origins, onConnect, onMessage })

function onConnect(tellParent: typeof tell): void {
  tell = tellParent
  // Sent at once, so that the element knows that the frame answers. The height alone would not tell it, because a form without a layout
  // sends none.
  tell({ type: 'changed', ...form.state })
  tellHeight(tell)
}

function onMessage(message: MessageToFrame): void {
  switch (message.type) {
    case 'configure':
      applyTheme(root, message.scheme, message.tokens)
      form.restyle()
      if (message.locale !== locale) void speak(message.locale)
      return
    case 'disable':
      form.disabled = message.disabled
      return
    case 'fill':
      // A script cannot write into Stripe's fields, so the shopper has to type the chosen number.
      return form.focus()
    case 'focus':
      return form.focus()
    case 'mark':
    case 'reject':
      return form.reject(message.field, message.type === 'reject')
    case 'seal':
      return void enter(message.request)
  }
}

/** Switches to the locale that the element has chosen. If the locale's texts do not load, uses English. */
async function speak(tag: string): Promise<void> {
  locale = tag
  const [texts, words] = await Promise.all([
    loadCardCatalogue(tag as Locale).catch(() => englishCardCatalogue),
    loadHostedCatalogue(tag as Locale).catch(() => englishHostedCatalogue),
  ])
  // Ignore these texts if the element has set another language in the meantime.
  if (tag !== locale) return
  root.lang = texts === englishCardCatalogue ? 'en' : tag
  root.dir = directionOf(root.lang)
  document.title = texts.title
  form.speak(texts, words)
  form.restyle()
  if (hasTexts) form.locale = stripeLocaleOf(root.lang)
  hasTexts = true
  tell({ type: 'ready' })
  if (hasStarted) return
  hasStarted = true
  void openFields()
  void form.showMarks()
}

/** Loads Stripe's fields, and shows a message if they do not load. */
async function openFields(): Promise<void> {
  form.isAway = false
  try {
    const { script_url: url, publishable_key: key, account } = hosted
    const opened = loadStripeJs(url).then((openStripe) =>
      form.open(openStripe(key, ...(account === null ? [] : [{ stripeAccount: account }])), stripeLocaleOf(root.lang)),
    )
    await awaitWithin(opened, openMs)
  } catch (error) {
    console.error(error)
    form.isAway = true
  }
}

async function enter(request: number): Promise<void> {
  const entered = await awaitWithin(form.enter(), enterMs).catch((error: unknown) => {
    console.error(error)
    return 'failed' as const
  })
  if (typeof entered === 'string') tell({ type: entered, request })
  else tell({ type: 'tokenized', request, processor_token: entered.token, connection })
}
