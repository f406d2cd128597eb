import { html, LitElement, nothing, type PropertyValues } from 'lit'
import { CardFrameHost } from './card-frame/card-frame-host.ts'
import { ActionStage, type ShowAction } from './checkout/action-stage.ts'
import { CheckoutController } from './checkout/controller.ts'
import { problemNotice } from './checkout/notice.ts'
import { needsMethod, offerOf } from './checkout/offer.ts'
import { prepareOrder } from './checkout/order.ts'
import { pendingAttemptsIn } from './checkout/pending-attempt.ts'
import { mayPay, type Phase } from './checkout/phase.ts'
import { ShopperChoice } from './checkout/shopper-choice.ts'
import { ElementStates } from './element-states.ts'
import { BillingChangeEvent, BillingErrorEvent, BillingReadyEvent } from './events.ts'
import { loadCatalogue } from './messages/checkout-catalogue.ts'
import { languagesAround, Speaker } from './messages/speaker.ts'
import type { Texts } from './messages/texts.ts'
import { type Parts, realParts } from './parts.ts'
import { styles } from './styles/styles.ts'
import { themeOf } from './styles/theme-of.ts'
import { drawablePhase } from './views/drawable-phase.ts'
import { lazyPartsOf } from './views/lazy-parts.ts'
import { OutcomeFocus } from './views/outcome-focus.ts'
import { drawPanel, type PanelModel } from './views/panel.ts'
import { statusIn } from './views/status.ts'
import type { Drawing } from './views/view.ts'

/**
 * `<billing-checkout session-id="…">`: shows what a client session offers, takes the card in an isolated frame and pays.
 * The outcome comes as events; fulfil from the server's events, never from these.
 */
export class BillingCheckout extends LitElement {
  static override readonly styles = styles
  static override readonly properties = {
    sessionId: { attribute: 'session-id' },
    server: {},
    locale: {},
    theme: { reflect: true },
  }

  /** Id of the client session, made by the merchant's backend. */
  declare sessionId: string | null
  /** Where the service is; by default the origin this script came from. Required with the npm package. */
  declare server: string | null
  /** BCP 47 tag; by default the session's own, else the page's, else the browser's. Changes words, never prices. */
  declare locale: string | null
  /** `light`, `dark`, or absent to follow the page's `color-scheme`. */
  declare theme: 'light' | 'dark' | null

  readonly #states = new ElementStates(this.attachInternals())
  #controller: CheckoutController | null = null
  #card: CardFrameHost | null = null
  readonly #speaker = new Speaker(
    async (locale) => this.parts.compile(await loadCatalogue(locale)),
    () => {
      this.#dress()
      this.requestUpdate()
    },
  )
  #choice = new ShopperChoice()
  #isReadyTold = false
  readonly #outcomeFocus = new OutcomeFocus()
  readonly #stage = new ActionStage()
  readonly #lazyParts = lazyPartsOf({
    element: this,
    learn: (load) => this.#speaker.learn(async (locale) => this.parts.compile(await load(locale))),
    onChange: () => this.requestUpdate(),
  })
  /** Also when a transition of the base tells that the page has changed the looks, in whatever way (layout-styles.ts). */
  readonly #dress = (): void => this.#card?.dress()

  constructor() {
    super()
    this.sessionId = null
    this.server = null
    this.locale = null
    this.theme = null
  }

  /** What the element shows right now. */
  get phase(): Phase {
    return this.#controller?.phase ?? 'loading'
  }

  /** Reads the session again, for after the backend has patched it. What the shopper typed stays. */
  async refresh(): Promise<void> {
    await this.#controller?.refresh()
  }

  /** Does what the button does, for hosts with a button of their own. Resolves when the outcome is known or unknown. */
  async submit(): Promise<void> {
    const controller = this.#controller
    const checkout = controller?.checkout
    if (!controller || !checkout || !mayPay(controller.phase)) return
    if (this.#choice.misses(checkout)) {
      this.requestUpdate()
      return this.renderRoot.querySelector<HTMLElement>('#consent')?.focus()
    }
    await controller.submit(() =>
      prepareOrder(checkout, {
        texts: this.#speaker.texts,
        savedMethod: this.#method,
        isStored: this.renderRoot.querySelector<HTMLInputElement>('#store')?.checked ?? false,
        seal: () => this.#seal(),
        wall: controller.clocks?.wall() ?? Date.now(),
      }),
    )
  }

  /** Puts the focus where the shopper goes on: the card, else the chosen method, else the button. */
  override focus(options?: FocusOptions): void {
    if (this.#usesFrame) this.#card?.focus(options)
    else this.renderRoot.querySelector<HTMLElement>('input:checked, .button')?.focus(options)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#controller?.resume()
    this.requestUpdate()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#controller?.pause()
    this.#stage.clear()
  }

  /** What the element takes from outside the page; a test overrides it. */
  protected get parts(): Parts {
    return realParts
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('sessionId') || changed.has('server') || changed.has('locale')) this.#open()
    this.#speaker.follow(this.#controller?.checkout?.locale ?? this.locale ?? languagesAround(this)[0] ?? 'en')
    this.#states.show(this.phase, {
      sandbox: this.#controller?.checkout?.mode === 'sandbox',
      'saved-method': this.#method !== null,
      'card-complete': this.#card?.card.complete ?? false,
    })
  }

  protected override updated(): void {
    this.#card?.disable(!mayPay(this.phase))
    // First, because a dialog that closes gives the focus back.
    this.#showAction()
    this.#outcomeFocus.follow(this.phase, this.renderRoot, this.#controller?.notice != null)
    this.#tellReady()
  }

  protected override render(): Drawing {
    const { texts } = this.#speaker
    const phase = drawablePhase(this.phase, this.#controller?.checkout ?? null, texts, this.#lazyParts)
    return html`<div class="base" part="base" lang=${texts.locale} dir=${texts.direction} @transitionrun=${this.#dress}>
      <slot name="header"></slot>
      ${this.#drawRibbon()}
      <div class="panel" part="panel">${drawPanel(this.#model(texts, phase))}</div>
      <slot name="footer"></slot>
      <p class="unseen" role="status">${statusIn(texts, phase)}</p>
    </div>`
  }

  #model(texts: Texts, phase: Phase): PanelModel {
    const checkout = phase === 'loading' ? null : this.#controller?.checkout
    return {
      texts,
      phase,
      view: checkout ? { checkout, texts } : null,
      controller: this.#controller,
      parts: this.#lazyParts,
      frame: this.#card?.frame ?? null,
      isFrameReady: this.#card?.state === 'ready',
      method: this.#method,
      consent: this.#choice.consent,
      onChoose: this.#onChoose,
      onConsent: this.#onConsent,
      onSubmit: this.#onSubmit,
      onReload: () => location.reload(),
      onRestart: () => void this.#controller?.start(),
    }
  }

  #drawRibbon(): Drawing {
    if (this.#controller?.checkout?.mode !== 'sandbox') return nothing
    return this.#lazyParts.later()?.drawSandboxRibbon(mayPay(this.phase) ? this.#fillTestCard : null) ?? nothing
  }

  get #method(): string | null {
    return this.#choice.methodIn(this.#controller?.checkout ?? null)
  }

  get #usesFrame(): boolean {
    const checkout = this.#controller?.checkout
    return this.#method === null && (!checkout || needsMethod(offerOf(checkout)))
  }

  #showAction(): void {
    const controller = this.#controller
    const root = this.renderRoot.querySelector('.base')
    if (!controller || !root || !this.isConnected) return
    this.#stage.follow(controller.action, this.#showerOf, {
      root,
      texts: this.#speaker.texts,
      onFinished: controller.hurry,
      onLate: () => controller.giveUpAction(),
      timeoutMs: this.parts.actionTimeoutMs,
    })
  }

  #open(): void {
    this.#controller?.end()
    this.#card?.end()
    this.#card = null
    this.#controller = null
    this.#choice = new ShopperChoice()
    this.#isReadyTold = false
    if (!this.sessionId) return
    const server = (this.server ?? new URL(import.meta.url).origin).replace(/\/+$/, '')
    this.#controller = new CheckoutController({
      sessionId: this.sessionId,
      locale: this.locale,
      languages: languagesAround(this),
      transport: this.parts.openTransport(server, this.sessionId),
      pending: pendingAttemptsIn(() => sessionStorage),
      emit: (event) => this.dispatchEvent(event),
      onChange: () => this.requestUpdate(),
      pollDelayMs: this.parts.pollDelayMs,
    })
    if (!isSecureContext) return this.#controller.fail('insecure_context')
    this.#card = this.#createCard(this.parts.frameUrlOf(server, this.sessionId))
    void this.#controller.start()
  }

  #createCard(url: string): CardFrameHost {
    return new CardFrameHost({
      url,
      looks: () => ({ locale: this.#speaker.locale, ...themeOf(this) }),
      onChange: () => this.#tellChange(),
      onFocus: (isFocused) => this.#states.set('card-focused', isFocused),
      onSubmit: () => void this.submit(),
      onLost: () => this.#onCardLost(),
    })
  }

  async #seal(): ReturnType<Parameters<typeof prepareOrder>[1]['seal']> {
    if (this.#card?.state !== 'ready') return 'absent'
    const sealed = await this.#card.seal()
    if (sealed === 'invalid') this.#card?.focus()
    return sealed
  }

  #tellReady(): void {
    const isUsable = !this.#usesFrame || this.#card?.state === 'ready'
    if (this.#isReadyTold || this.phase !== 'ready' || !isUsable) return
    this.#isReadyTold = true
    this.dispatchEvent(new BillingReadyEvent(this.#controller?.checkout?.purpose ?? null))
  }

  #tellChange(): void {
    const { brand, complete } = this.#card?.card ?? { brand: null, complete: false }
    if (this.#isReadyTold)
      this.dispatchEvent(new BillingChangeEvent(this.#method !== null || complete, brand, this.#method))
    this.requestUpdate()
  }

  #onCardLost(): void {
    if (this.#controller !== null && this.#usesFrame) this.#controller.notice = problemNotice('frame_unavailable')
    this.dispatchEvent(new BillingErrorEvent('frame_unavailable'))
    this.requestUpdate()
  }

  /** The words of a dialog come with the outcomes. */
  readonly #showerOf: ShowAction = () =>
    (this.#lazyParts.outcomes() && this.#lazyParts.challenge()?.openChallenge) ?? null

  readonly #onChoose = (id: string | null): void => {
    this.#choice.choose(id)
    this.#tellChange()
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    void this.submit()
  }

  readonly #onConsent = (event: Event): void => {
    this.#choice.tick((event.target as HTMLInputElement).checked)
    this.requestUpdate()
  }

  readonly #fillTestCard = (number: string): void => {
    this.#choice.choose(null)
    this.#card?.fill(number)
    this.requestUpdate()
  }
}
