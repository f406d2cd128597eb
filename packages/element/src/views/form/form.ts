import { html, nothing } from 'lit'
import { mayStore } from '../../checkout/order/chosen-method.ts'
import type { CheckoutController } from '../../checkout/controller.ts'
import type { OpenAction } from '../../checkout/actions/open-action.ts'
import type { WalletKind } from '../../wallets/wallet-kinds.ts'
import { buttonWords, needsMethod, offerOf } from '../../checkout/order/offer.ts'
import { isOpen, type Phase } from '../../checkout/state/phase.ts'
import type { ConsentModel } from './consent-box.ts'
import { renderSecure, renderTerms } from './disclosure.ts'
import type { LazyParts } from '../lazy-parts.ts'
import { renderCardSkeleton } from '../skeleton.ts'
import type { Rendering, View } from '../view.ts'

/** What the form shows and what it does; `view` is null while the session is being read. */
export interface FormModel extends ConsentModel {
  readonly controller: CheckoutController | null
  readonly parts: LazyParts
  readonly frame: HTMLIFrameElement | null
  readonly isFrameReady: boolean
  /** Id of the chosen saved method, or a wallet's kind; null means a new card. */
  readonly method: string | null
  /** Whether that is a card, new or saved. */
  readonly usesCard: boolean
  /** The wallets that can be paid with. */
  readonly kinds: readonly WalletKind[]
  /** What the shopper does elsewhere, if it has been opened. */
  readonly openAction: () => OpenAction | null
  readonly onChoose: (id: string | null) => void
  readonly onSubmit: (event: SubmitEvent) => void
  readonly onReload: () => void
  /** Where the shopper can begin anew, if the page has said so. */
  readonly restartUrl: string | null
}

/** Long enough for the form to be on the screen before anything else is asked for. */
const momentMs = 100

/**
 * Method, agreement and button. The form stays in the page, hidden, while a payment is checked or the session has
 * expired: what was typed must survive a decline.
 */
export const renderForm = (model: FormModel): Rendering => {
  const { texts, view, controller } = model
  const phase = view === null || controller === null ? 'loading' : controller.phase
  // Asked for as soon as the card can be typed, so that it is there when the network no longer is.
  const hasMethod = view === null || needsMethod(offerOf(view.checkout))
  const isEarly = view === null || (hasMethod && phase === 'ready' && !model.isFrameReady && !controller?.notice)
  const outcomes = model.parts.outcomes(!isEarly, momentMs)
  model.parts.payment(outcomes !== null)
  model.parts.wallets(outcomes !== null && model.kinds.length > 0)
  const redirect = outcomes && controller?.action?.type === 'redirect' ? model.parts.wallets() : null
  // After a reload there is nothing to agree to any more, only a payment that waits behind the dialog.
  const hasNothingToAgree = phase === 'confirming' && view?.checkout.phase === 'processing'
  const isChecking = (phase === 'checking' || hasNothingToAgree) && outcomes !== null && redirect === null
  const isExpired = phase === 'expired' && outcomes !== null && !controller?.isExpiryHandled
  const isOver = isChecking || isExpired
  const method = isOver && view && controller?.payment && model.parts.later()?.renderMethodOf(view, controller.payment)
  return html`${isChecking ? outcomes.renderChecking(texts, controller?.isCheckingLong ?? false, method || nothing) : nothing}
    ${redirect === null ? nothing : redirect.renderRedirect(texts, model.openAction)}
    ${isExpired ? outcomes.renderExpired(model, method || nothing) : nothing}
    <form
      class=${controller?.isBlocked ? 'form blocked' : 'form'}
      part="form"
      novalidate
      ?hidden=${isOver || redirect !== null}
      aria-busy=${phase === 'loading' || isBusy(phase) ? 'true' : 'false'}
      @submit=${model.onSubmit}
    >
      ${view?.checkout.purpose === 'recover' && outcomes && !controller?.notice ? outcomes.renderRecover(view) : nothing}
      ${view && controller && outcomes?.renderNotices(view, controller)}
      ${hasMethod ? renderMethod(model) : model.parts.methods()?.renderCurrentMethod(view)}
      ${view && hasMethod ? renderSecure(texts, model.method === null) : nothing}
      ${view === null ? nothing : renderAgreement(model, view)}
    </form>`
}

/** Whether something is under way that the shopper cannot do anything about. */
const isBusy = (phase: Phase): boolean => phase === 'paying' || isOpen(phase) || phase === 'paid'

const renderMethod = ({
  texts,
  view,
  controller,
  parts,
  method,
  kinds,
  onChoose,
  frame,
  isFrameReady,
}: FormModel): Rendering => {
  const isShown = view !== null && isFrameReady
  const hasRows = view !== null && (view.checkout.payment_methods[0] || kinds[0])
  const rows = hasRows ? parts.methods()?.renderMethodRows(view, kinds, { chosen: method, onChoose }) : null
  if (frame !== null) frame.title = texts.say('method.details')
  frame?.classList.toggle('waiting', !isShown)
  return html`<div class="method-area" part="method-area" ?inert=${controller?.isBlocked}>
    <h3 class="section-title" part="section-title">${texts.say('method.title')}</h3>
    <div
      class=${rows ? 'methods' : nothing}
      part="methods"
      role=${rows ? 'radiogroup' : nothing}
      aria-label=${rows ? texts.say('method.choose') : nothing}
    >
      ${rows?.above}
      <div class="card" part="card" ?hidden=${view !== null && method !== null}>
        ${isShown ? nothing : renderCardSkeleton()} ${frame}
        ${view && mayStore(view.checkout) ? parts.later()?.renderStoreBox(view) : nothing}
      </div>
      ${rows?.below}
    </div>
  </div>`
}

/** What is agreed to, and last of all the button that does it. */
const renderAgreement = (model: FormModel, view: View): Rendering => {
  const { checkout, texts } = view
  const phase = model.controller?.phase ?? 'loading'
  return html`${renderTerms(view, model.usesCard)}
    ${checkout.consent.checkbox_required ? model.parts.outcomes()?.renderConsentBox(model) : nothing}
    ${checkout.consent.obligation_button ? renderDue(view) : nothing}
    <button
      class="button"
      part="button"
      type="submit"
      aria-disabled=${model.controller?.canPay ? 'false' : 'true'}
      aria-describedby="disclosure"
    >
      ${
        (isBusy(phase) && model.parts.outcomes()?.renderWorking(texts)) ||
        html`<span>${buttonWords(checkout, texts, model.usesCard)}</span>`
      }
    </button>`
}

/** What is due, in the line above a button that may not say it. */
const renderDue = ({ checkout: { quote_display: display }, texts }: View): Rendering =>
  html`<p class="line total" part="due-line">
    ${texts.say('summary.due')} <bdi>${display?.due_now.formatted_amount}</bdi>
  </p>`
