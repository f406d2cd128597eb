import type { CardFrameHost } from '../../card-frame/link/card-frame-host.ts'
import type { CheckoutController } from '../../checkout/controller.ts'
import type { ShopperChoice } from '../../checkout/order/shopper-choice.ts'
import type { PanelModel } from './panel.ts'

/** Callbacks for the shopper's actions in the panel. */
type Handlers = Pick<PanelModel, 'openAction' | 'onChoose' | 'onConsent' | 'onSubmit' | 'onFill'>

/** The element's state that a panel is drawn from. */
interface Drawn extends Pick<PanelModel, 'texts' | 'phase' | 'parts' | 'restartUrl'> {
  readonly controller: CheckoutController | null
  readonly card: CardFrameHost | null
  readonly choice: ShopperChoice
}

/** The model of a panel: what it shows, and its callbacks. */
export const panelModelOf = (
  { texts, phase, parts, restartUrl, controller, card, choice }: Drawn,
  handlers: Handlers,
): PanelModel => {
  const checkout = phase === 'loading' ? null : controller?.checkout
  return {
    texts,
    phase,
    parts,
    restartUrl,
    controller,
    view: checkout && controller ? { checkout, texts, quoteCount: controller.quotes } : null,
    card,
    method: choice.method,
    usesCard: choice.usesCard,
    kinds: choice.kinds ?? [],
    consent: choice.consent,
    onReload: () => location.reload(),
    onRestart: () => void controller?.start(),
    ...handlers,
  }
}
