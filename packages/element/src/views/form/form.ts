import { html, nothing } from 'lit'
import { mayStoreCard } from '../../checkout/order/chosen-method.ts'
import type { CheckoutController } from '../../checkout/controller.ts'
import type { ShownAction } from '../../checkout/actions/shown-action.ts'
import type { WalletKind } from '../../checkout/requests/transport.ts'
import { buttonText, offerKindOf } from '../../checkout/order/offer.ts'
import type { ConsentModel } from './consent-box.ts'
import { renderSecurityNote, renderTerms } from './disclosure.ts'
import { type FormState, formStateOf } from './form-state.ts'
import type { LazyChunks } from '../lazy-chunks.ts'
import { renderCardSkeleton } from '../panel/skeleton.ts'
import { type CheckoutViewInput, renderInNewNodes, type Rendering } from '../../drawing/view.ts'

/** The card form in its frame, for drawing. */
interface DrawnCard {
  readonly state: string
  readonly frame: HTMLIFrameElement
  /** Our own frame, or the slot that shows the page's frame. */
  readonly box: HTMLElement
}

/** What the form shows, and its callbacks; `view` is null while the session is being read. */
export interface FormModel extends ConsentModel {
  readonly controller: CheckoutController | null
  readonly parts: LazyChunks
  readonly card: DrawnCard | null
  /** The id of the chosen saved method, or a wallet's kind; null means a new card. */
  readonly method: string | null
  /** Whether the chosen method is a card, new or saved. */
  readonly usesCard: boolean
  /** The available wallets. */
  readonly kinds: readonly WalletKind[]
  /** The action that the shopper performs at a bank or wallet; null if none is open. */
  readonly openAction: () => ShownAction | null
  readonly onChoose: (id: string | null) => void
  readonly onSubmit: () => void
  readonly onReload: () => void
  /** The page on which the shopper can start again; null if the merchant's page has not set one. */
  readonly restartUrl: string | null
}

/** Milliseconds by which other requests are delayed, until the form is on the screen. */
const momentMs = 100

/**
 * Payment method, terms and button. While an outcome is unknown or the session has expired, the form stays in the page, hidden, because the
 * typed card must survive a decline.
 */
export const renderForm = (model: FormModel): Rendering => {
  const { controller } = model
  const state = formStateOf(model)
  // Loads as soon as the shopper can type a card, because the network may fail later.
  const outcomes = model.parts.outcomes(!state.isLoading, momentMs)
  model.parts.payment(outcomes !== null)
  model.parts.page(outcomes !== null)
  model.parts.wallets(outcomes !== null && model.kinds.length > 0)
  const instead = outcomes && outcomes.renderReplacement(model)
  return html`${instead ?? nothing}
    <form
      class=${controller?.isBlocked ? 'form blocked' : 'form'}
      part="form"
      novalidate
      ?hidden=${instead !== null}
      aria-busy=${state.isBusy ? 'true' : 'false'}
      @submit=${(event: Event) => event.preventDefault()}
    >
      ${renderFields(model, state)}
    </form>`
}

/** Draws the form's content, from the notices to the button. */
const renderFields = (model: FormModel, { needsMethod, isBusy }: FormState): Rendering => {
  const { view, controller, parts } = model
  return html`${view && controller && (parts.outcomes(false)?.renderNotices(view, controller) ?? renderPlainNotice(model))}
  ${needsMethod ? renderMethod(model) : view && renderInNewNodes(view.quoteCount, parts.methods()?.renderCurrentMethod(view))}
  ${view && needsMethod ? renderSecurityNote(view.texts, model.method === null) : nothing}
  ${view && renderAgreement(model, view, isBusy)}`
}

/** Says that pressing the button had no effect; used until the messages for notices have loaded. */
const renderPlainNotice = ({ controller, texts }: FormModel): Rendering =>
  controller?.notice ? html`<p role="alert">${texts.say('unavailable.body')}</p>` : nothing

/**
 * Draws the methods as rows of one radio group, with the card form below the row of the new card. The terms and a single button follow,
 * because the terms must come before the button that obliges the shopper to pay. A wallet's window opens during the click, before the first
 * `await`. We draw the radio buttons ourselves, because the browsers' native ones look disabled in dark schemes.
 */
const renderMethod = (model: FormModel): Rendering => {
  const { texts, view, controller, parts, method, kinds, onChoose } = model
  const hasRows = view !== null && (view.checkout.payment_methods[0] || kinds[0])
  const rows = hasRows ? parts.methods()?.renderMethodRows(view, kinds, { chosen: method, onChoose }) : null
  return html`<div class="method-area" part="method-area" ?inert=${controller?.isBlocked}>
    <h3 class="section-title" part="section-title">${texts.say('method.title')}</h3>
    <div
      class=${rows ? 'methods' : nothing}
      part="methods"
      role=${rows ? 'radiogroup' : nothing}
      aria-label=${rows ? texts.say('method.choose') : nothing}
    >
      ${rows?.above} ${renderCard(model)} ${rows?.below}
    </div>
  </div>`
}

/** The card frame. It must never be moved in the page, because it would load again and lose the typed card. */
const renderCard = ({ texts, view, parts, method, card }: FormModel): Rendering => {
  const isShown = view !== null && card?.state === 'ready'
  if (card) {
    card.frame.title = texts.say('method.details')
    card.box.classList.toggle('waiting', !isShown)
  }
  return html`<div class="card" part="card" ?hidden=${view !== null && method !== null}>
    ${isShown ? nothing : renderCardSkeleton()} ${card?.box}
    ${view && mayStoreCard(view.checkout) ? parts.later()?.renderStoreBox(view) : nothing}
  </div>`
}

/** The terms, and after them the button that agrees to them. */
const renderAgreement = (model: FormModel, view: CheckoutViewInput, isBusy: boolean): Rendering => {
  const { checkout, texts } = view
  return html`${renderTerms(view, model.usesCard)}
    ${checkout.consent.checkbox_required ? model.parts.outcomes()?.renderConsentBox(model) : nothing}
    ${checkout.consent.obligation_button && offerKindOf(checkout) !== 'free' ? renderInNewNodes(view.quoteCount, renderDue(view)) : nothing}
    <button
      class="button"
      part="button"
      type="button"
      @click=${model.onSubmit}
      aria-disabled=${model.controller?.canPay ? 'false' : 'true'}
      aria-describedby="disclosure"
    >
      ${
        (isBusy && model.parts.outcomes()?.renderWorking(texts)) ||
        renderInNewNodes(
          view.quoteCount,
          html`<span translate="no">${buttonText(checkout, texts, model.usesCard)}</span>`,
        )
      }
    </button>`
}

/** The amount due, shown above the button if the button must not state it. */
const renderDue = ({ checkout: { quote_display: display }, texts }: CheckoutViewInput): Rendering =>
  html`<p class="line total" part="due-line">
    ${texts.say('summary.due')} <bdi translate="no">${display?.due_now.formatted_amount}</bdi>
  </p>`
