import { html, LitElement, nothing, type PropertyValues } from 'lit'
import { CardFrameHost } from './card-frame/card-frame-host.ts'
import { CheckoutController } from './checkout/controller.ts'
import { frameNotice } from './checkout/notice.ts'
import { needsMethod, offerOf } from './checkout/offer.ts'
import { prepareOrder } from './checkout/order.ts'
import { pendingAttemptsIn } from './checkout/pending-attempt.ts'
import { mayPay, type Phase } from './checkout/phase.ts'
import { createTransport, type Transport } from './checkout/transport.ts'
import { BillingChangeEvent, BillingErrorEvent, BillingReadyEvent } from './events.ts'
import { type Catalogue, lastResort, loadCatalogue } from './messages/checkout-catalogue.ts'
import { type Locale, localeFor } from './messages/locales.ts'
import { type Texts, textsOf } from './messages/texts.ts'
import { styles } from './styles/styles.ts'
import { darkQuery, themeOf } from './styles/theme-of.ts'
import { drawForm } from './views/form.ts'
import type * as Later from './views/later.ts'
import { drawIncomplete, drawPaid, drawUnavailable } from './views/outcome.ts'
import { hasExpired } from './views/saved-methods.ts'
import { drawSummarySkeleton } from './views/skeleton.ts'
import { drawSummary } from './views/summary.ts'
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

  readonly #internals = this.attachInternals()
  #controller: CheckoutController | null = null
  #card: CardFrameHost | null = null
  #texts: Texts = textsOf(lastResort, '')
  #wantedLocale = ''
  #chosenMethod: string | null | undefined
  #consent = { isTicked: false, isMissing: false }
  #isReadyTold = false
  #shownPhase: Phase | null = null
  #later: typeof Later | null = null
  readonly #onSchemeChange = (): void => this.#card?.dress()

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
    this.#card?.dress()
  }

  /** Does what the button does, for hosts with a button of their own. Resolves when the outcome is known or unknown. */
  async submit(): Promise<void> {
    const controller = this.#controller
    const checkout = controller?.checkout
    if (!controller || !checkout || !mayPay(controller.phase)) return
    if (checkout.consent.checkbox_required && !this.#consent.isTicked) return this.#askForConsent()
    await controller.submit(() =>
      prepareOrder(checkout, {
        texts: this.#texts,
        savedMethod: this.#method,
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
    darkQuery().addEventListener('change', this.#onSchemeChange)
    this.#controller?.resume()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    darkQuery().removeEventListener('change', this.#onSchemeChange)
    this.#controller?.pause()
  }

  /** The service as this element reaches it; a test passes another. */
  protected openTransport(server: string, sessionId: string): Transport {
    return createTransport(server, sessionId)
  }

  /** Where the card frame's document is; a test passes another. */
  protected frameUrlOf(server: string, sessionId: string): string {
    return `${server}/frame/${encodeURIComponent(sessionId)}`
  }

  /** The messages in `locale`; a test that runs the sources compiles them here. */
  protected loadCatalogue(locale: Locale): Promise<Partial<Catalogue>> {
    return loadCatalogue(locale)
  }

  /** How long to wait before the next question about an unknown payment, in milliseconds; null = the usual back-off. */
  protected get pollDelayMs(): ((asked: number) => number) | null {
    return null
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('sessionId') || changed.has('server') || changed.has('locale')) this.#open()
    this.#followLocale()
    this.#showState()
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('theme')) this.#card?.dress()
    this.#card?.disable(!mayPay(this.phase))
    this.#focusOutcome()
    this.#tellReady()
  }

  protected override render(): Drawing {
    const { texts, phase } = this.#speaking
    return html`<div class="base" part="base" lang=${texts.locale} dir=${texts.direction}>
      <slot name="header"></slot>
      ${this.#drawRibbon()}
      <div class="panel" part="panel">${this.#drawPanel(texts, phase)}</div>
      <slot name="footer"></slot>
      <p class="unseen" role="status">${statusIn(texts, phase)}</p>
    </div>`
  }

  #drawPanel(texts: Texts, phase: Phase): Drawing {
    const controller = this.#controller
    const checkout = phase === 'loading' ? null : (controller?.checkout ?? null)
    if (phase === 'unavailable') return drawUnavailable(texts, controller?.problem ?? null, this.#restart)
    if (phase === 'incomplete') return drawIncomplete(texts)
    const view = checkout === null ? null : { checkout, texts }
    // One template from loading to paying: a frame that is moved in the page loads again, and forgets what was typed.
    return html`${view === null ? drawSummarySkeleton() : drawSummary(view)}
      <div class="main">
        ${
          view !== null && phase === 'paid'
            ? drawPaid(view, this.#laterViews?.drawReceipt(view, controller?.payment ?? null) ?? nothing)
            : drawForm({
                texts,
                view,
                controller,
                later: view !== null && view.checkout.payment_methods.length > 0 ? this.#laterViews : null,
                frame: this.#card?.frame ?? null,
                isFrameReady: this.#card?.state === 'ready',
                method: this.#method,
                consent: this.#consent,
                onChoose: this.#onChoose,
                onConsent: this.#onConsent,
                onSubmit: this.#onSubmit,
                onReload: () => location.reload(),
              })
        }
      </div>`
  }

  #drawRibbon(): Drawing {
    if (this.#controller?.checkout?.mode !== 'sandbox') return nothing
    return this.#laterViews?.drawSandboxRibbon(mayPay(this.phase) ? this.#fillTestCard : null) ?? nothing
  }

  /** The views that come later, or null while they are still on their way. */
  get #laterViews(): typeof Later | null {
    if (this.#later === null) void import('./views/later.ts').then((views) => this.#wearLater(views))
    return this.#later
  }

  #wearLater(views: typeof Later): void {
    if (this.#later !== null) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(views.laterStyles)
    this.shadowRoot?.adoptedStyleSheets.push(sheet)
    this.#later = views
    this.requestUpdate()
  }

  /** The phase that can be put into words yet: nothing is shown in a wrong language first. */
  get #speaking(): { readonly texts: Texts; readonly phase: Phase } {
    const wanted = this.#controller?.checkout?.locale
    const isWaiting = wanted !== undefined && this.#texts.locale !== wanted
    return { texts: this.#texts, phase: isWaiting ? 'loading' : this.phase }
  }

  /** The chosen saved method's id; null means a new card. */
  get #method(): string | null {
    const checkout = this.#controller?.checkout
    if (this.#chosenMethod !== undefined || !checkout) return this.#chosenMethod ?? null
    const usable = checkout.payment_methods.find((method) => !hasExpired(method, checkout.now.wall))
    return checkout.purpose === 'update_method' ? null : (usable?.id ?? null)
  }

  get #usesFrame(): boolean {
    const checkout = this.#controller?.checkout
    return this.#method === null && (!checkout || needsMethod(offerOf(checkout)))
  }

  #open(): void {
    this.#controller?.end()
    this.#card?.end()
    this.#card = null
    this.#controller = null
    this.#chosenMethod = undefined
    this.#consent = { isTicked: false, isMissing: false }
    this.#isReadyTold = false
    if (!this.sessionId) return
    const server = (this.server ?? new URL(import.meta.url).origin).replace(/\/+$/, '')
    const pollDelayMs = this.pollDelayMs
    this.#controller = new CheckoutController({
      sessionId: this.sessionId,
      locale: this.locale,
      languages: this.#languages,
      transport: this.openTransport(server, this.sessionId),
      pending: pendingAttemptsIn(() => sessionStorage),
      emit: (event) => this.dispatchEvent(event),
      onChange: () => this.requestUpdate(),
      ...(pollDelayMs === null ? {} : { pollDelayMs }),
    })
    if (!isSecureContext) return this.#controller.fail('insecure_context')
    this.#card = this.#createCard(this.frameUrlOf(server, this.sessionId))
    void this.#controller.start()
  }

  #createCard(url: string): CardFrameHost {
    return new CardFrameHost({
      url,
      looks: () => ({ locale: this.#wantedLocale, ...themeOf(this) }),
      onChange: () => this.#onCardChange(),
      onFocus: (isFocused) => this.#setState('card-focused', isFocused),
      onSubmit: () => void this.submit(),
      onLost: () => this.#onCardLost(),
    })
  }

  get #languages(): readonly string[] {
    const pageLanguage = this.closest('[lang]')?.getAttribute('lang')
    return [...(pageLanguage ? [pageLanguage] : []), ...navigator.languages]
  }

  #followLocale(): void {
    const wanted = this.#controller?.checkout?.locale ?? this.locale ?? this.#languages[0] ?? 'en'
    if (wanted === this.#wantedLocale) return
    this.#wantedLocale = wanted
    void this.loadCatalogue(localeFor(wanted))
      .catch(() => lastResort)
      .then((catalogue) => {
        if (wanted !== this.#wantedLocale) return
        this.#texts = textsOf(catalogue, wanted)
        this.#card?.dress()
        this.requestUpdate()
      })
  }

  async #seal(): ReturnType<Parameters<typeof prepareOrder>[1]['seal']> {
    if (this.#card?.state !== 'ready') return 'absent'
    const sealed = await this.#card.seal()
    if (sealed === 'invalid') this.#card?.focus()
    return sealed
  }

  #askForConsent(): void {
    this.#consent = { isTicked: false, isMissing: true }
    this.requestUpdate()
    this.renderRoot.querySelector<HTMLElement>('#consent')?.focus()
  }

  #showState(): void {
    const { phase } = this
    for (const name of [this.#shownPhase, phase]) if (name !== null) this.#setState(name, name === phase)
    this.#setState('sandbox', this.#controller?.checkout?.mode === 'sandbox')
    this.#setState('saved-method', this.#method !== null)
    this.#setState('card-complete', this.#card?.card.complete ?? false)
  }

  #setState(name: string, isOn: boolean): void {
    if (isOn) this.#internals.states.add(name)
    else this.#internals.states.delete(name)
  }

  /** Moves the focus to what the shopper has to read, but never out of the rest of the page. */
  #focusOutcome(): void {
    const { phase } = this
    if (phase === this.#shownPhase) return
    const hadPaid = this.#shownPhase === 'paying' || this.#shownPhase === 'checking'
    this.#shownPhase = phase
    if (!hadPaid) return
    const target = this.#controller?.notice ? '#notice' : '#outcome-title'
    this.renderRoot.querySelector<HTMLElement>(target)?.focus()
  }

  #tellReady(): void {
    const isUsable = !this.#usesFrame || this.#card?.state === 'ready'
    if (this.#isReadyTold || this.phase !== 'ready' || !isUsable) return
    this.#isReadyTold = true
    this.dispatchEvent(new BillingReadyEvent(this.#controller?.checkout?.purpose ?? null))
  }

  #tellChange(): void {
    const { brand, complete } = this.#card?.card ?? { brand: null, complete: false }
    this.dispatchEvent(new BillingChangeEvent(this.#method !== null || complete, brand, this.#method))
    this.requestUpdate()
  }

  #onCardChange(): void {
    if (this.#isReadyTold) this.#tellChange()
    this.requestUpdate()
  }

  #onCardLost(): void {
    if (this.#controller !== null && this.#usesFrame) this.#controller.notice = frameNotice
    this.dispatchEvent(new BillingErrorEvent('frame_unavailable'))
    this.requestUpdate()
  }

  readonly #onChoose = (id: string | null): void => {
    this.#chosenMethod = id
    this.#tellChange()
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    void this.submit()
  }

  readonly #onConsent = (event: Event): void => {
    const isTicked = (event.target as HTMLInputElement).checked
    this.#consent = { isTicked, isMissing: this.#consent.isMissing && !isTicked }
    this.requestUpdate()
  }

  readonly #fillTestCard = (number: string): void => {
    this.#chosenMethod = null
    this.#card?.fill(number)
    this.requestUpdate()
  }

  readonly #restart = (): void => void this.#controller?.start()
}

const statusIn = (texts: Texts, phase: Phase): string => {
  if (phase === 'loading') return texts.say('loading')
  if (phase === 'paying') return texts.say('button.working')
  return phase === 'checking' ? texts.say('checking.title') : ''
}
