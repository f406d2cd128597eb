import { directionOf } from '@billing-checkout/domain/locales'
import { readFrameConfig } from '../card-frame/frame-config.ts'
import { awaitWithin } from '../card-frame/await-within.ts'
import { loadStripeJs } from '../card-frame/hosted/stripe/stripe-js.ts'
import { stripeLocaleOf } from '../card-frame/hosted/stripe/stripe-locale.ts'
import { setTrustedTypesPolicy } from '../card-frame/hosted/set-trusted-types-policy.ts'
import { acceptParentConnection } from '../card-frame/link/accept-parent-connection.ts'
import type { MessageToFrame } from '../card-frame/link/protocol.ts'
import { tellHeight } from '../card-frame/link/tell-height.ts'
import { mountForm } from '../card-frame/mount-form.ts'
import { applyTheme } from '../card-frame/theme.ts'
import { walletFrameStyles } from './styles.ts'
import { showWalletButton } from './wallet-button.ts'
import type { WalletFrameConfig } from './wallet-config.ts'
import type { ButtonState, MessageFromWalletFrame } from './wallet-protocol.ts'

const config = readFrameConfig<WalletFrameConfig>(document)
const root = document.documentElement
/** The time-out for loading Stripe's button, in milliseconds. */
const openMs = 20_000

let tell: (message: MessageFromWalletFrame) => void = () => {}
let hasStarted = false
const place = document.createElement('div')
place.className = 'wallet'
const tellState = (state: ButtonState): void => tell({ type: 'state', state })

mountForm(place, document.title, walletFrameStyles)
acceptParentConnection<MessageFromWalletFrame>({ origins: config.parent_origins, onConnect, onMessage })

function onConnect(tellParent: typeof tell): void {
  tell = tellParent
  tellHeight(tell)
}

/** The first message sets theme and language. Later changes are ignored, because the button is shown only for a moment. */
function onMessage(message: MessageToFrame): void {
  if (message.type !== 'configure' || hasStarted) return
  hasStarted = true
  applyTheme(root, message.scheme, message.tokens)
  root.lang = message.locale
  root.dir = directionOf(message.locale)
  void open(message.scheme)
}

async function open(scheme: 'light' | 'dark'): Promise<void> {
  const { hosted, offer, connection, kind } = config
  if (hosted === null || offer === null || connection === null) return tellState('changed')
  const { script_url: url, publishable_key: key, account, script_sources: sources } = hosted
  // Only documents with Stripe's script have a Content-Security-Policy that allows this default policy for scripts.
  setTrustedTypesPolicy(sources)
  try {
    const shown = loadStripeJs(url).then((openStripe) =>
      showWalletButton(openStripe(key, ...(account === null ? [] : [{ stripeAccount: account }])), place, {
        kind,
        offer,
        scheme,
        locale: stripeLocaleOf(root.lang),
        // The origin of the shop's page if the browser reveals it, as Safari does; else our own. Only Apple Pay uses it.
        page: location.ancestorOrigins?.[0] ?? location.origin,
        onState: tellState,
        onEscape: () => tell({ type: 'left' }),
        onToken: (token) => tell({ type: 'tokenized', processor_token: token, connection }),
      }),
    )
    await awaitWithin(shown, openMs)
  } catch {
    tellState('lost')
  }
}
