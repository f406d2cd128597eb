import { html, LitElement, nothing, type PropertyValues } from 'lit'
import { type CardBrand } from './card-frame/brands.ts'
import { FrameLink } from './card-frame/frame-link.ts'
import type { ToElement } from './card-frame/protocol.ts'
import { CheckoutController, type Order } from './checkout/controller.ts'
import { frameNotice, type Notice, noticeOfProblem } from './checkout/notice.ts'
import { buttonWords, disclosureOf, needsMethod, offerOf, plainDisclosure } from './checkout/offer.ts'
import { pendingAttemptsIn } from './checkout/pending-attempt.ts'
import { mayPay, type Phase } from './checkout/phase.ts'
import { type ConsentReceipt, createTransport, type Transport } from './checkout/transport.ts'
import { BillingChangeEvent, BillingErrorEvent, BillingReadyEvent } from './events.ts'
import { type Catalogue, lastResort, loadCatalogue } from './messages/checkout-catalogue.ts'
import { type Locale, localeFor } from './messages/locales.ts'
import { type Texts, textsOf } from './messages/texts.ts'
import { styles } from './styles/styles.ts'
import { darkQuery, themeOf } from './styles/theme-of.ts'
import { drawAssurance, drawDisclosure } from './views/disclosure.ts'
import { spinnerIcon } from './views/icons.ts'
import type * as Later from './views/later.ts'
import { drawExpiring, drawNotice } from './views/notice.ts'
import { drawChecking, drawExpired, drawIncomplete, drawPaid, drawUnavailable } from './views/outcome.ts'
import { hasExpired } from './views/saved-methods.ts'
import { drawCardSkeleton, drawSummarySkeleton } from './views/skeleton.ts'
import { drawSummary } from './views/summary.ts'
import type { Drawing, View } from './views/view.ts'

const frameTimeoutMs = 20_000

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
  #frame: HTMLIFrameElement | null = null
  #link: FrameLink | null = null
  #frameState: 'loading' | 'ready' | 'failed' = 'loading'
  #frameTimer: ReturnType<typeof setTimeout> | undefined
  #texts: Texts = textsOf(lastResort, '')
  #wantedLocale = ''
  #card: { readonly brand: CardBrand | null; readonly complete: boolean } = { brand: null, complete: false }
  #chosenMethod: string | null | undefined
  #isConsentTicked = false
  #isConsentMissing = false
  #isReadyTold = false
  #shownPhase: Phase | null = null
  #later: typeof Later | null = null
  readonly #onSchemeChange = (): void => this.#dressFrame()

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
    this.#dressFrame()
  }

  /** Does what the button does, for hosts with a button of their own. Resolves when the outcome is known or unknown. */
  async submit(): Promise<void> {
    const controller = this.#controller
    if (controller === null || !mayPay(controller.phase)) return
    if (controller.checkout?.consent.checkbox_required && !this.#isConsentTicked) return this.#askForConsent()
    await controller.submit(() => this.#prepareOrder())
  }

  /** Puts the focus where the shopper goes on: the card, else the chosen method, else the button. */
  override focus(options?: FocusOptions): void {
    if (this.#usesFrame) {
      this.#frame?.focus(options)
      this.#link?.tell({ type: 'focus' })
    } else this.renderRoot.querySelector<HTMLElement>('input:checked, .button')?.focus(options)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    darkQuery().addEventListener('change', this.#onSchemeChange)
    this.#controller?.resume()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    darkQuery().removeEventListener('change', this.#onSchemeChange)
    clearTimeout(this.#frameTimer)
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

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('sessionId') || changed.has('server') || changed.has('locale')) this.#open()
    this.#followLocale()
    this.#showState()
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('theme')) this.#dressFrame()
    this.#link?.tell({ type: 'disable', disabled: !mayPay(this.phase) })
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
      <p class="unseen" role="status">${this.#statusIn(texts, phase)}</p>
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
            : this.#drawForm(texts, view)
        }
      </div>`
  }

  /** The form stays in the page while a payment is checked or has expired: what was typed must survive a decline. */
  #drawForm(texts: Texts, view: View | null): Drawing {
    const phase = view === null ? 'loading' : this.phase
    const isExpired = phase === 'expired' && !this.#controller?.isExpiryHandled
    return html`${phase === 'checking' ? drawChecking(texts, this.#controller?.isCheckingLong ?? false) : nothing}
      ${isExpired ? drawExpired(texts, this.#reload) : nothing}
      <form
        class="form"
        part="form"
        novalidate
        ?hidden=${isExpired || phase === 'checking'}
        aria-busy=${phase === 'loading' || phase === 'paying' ? 'true' : 'false'}
        @submit=${this.#onSubmit}
      >
        <div role="alert">
          ${view === null ? nothing : [drawNotice(this.#controller?.notice ?? null, view), this.#drawExpiring(view)]}
        </div>
        ${view === null || needsMethod(offerOf(view.checkout)) ? this.#drawMethod(texts, view) : nothing}
        ${view === null ? this.#drawLoadingEnd() : this.#drawAgreement(view)}
      </form>`
  }

  #drawExpiring(view: View): Drawing {
    return drawExpiring(this.#controller?.minutesLeft ?? null, view)
  }

  #drawMethod(texts: Texts, view: View | null): Drawing {
    return html`<div class="method-area" part="method-area">
      <h3 class="section-title" part="section-title" id="method-title">
        ${view === null ? html`<span class="bone title-bone"></span>` : texts.say('method.title')}
      </h3>
      ${view === null || view.checkout.payment_methods.length === 0 ? nothing : this.#drawMethods(view)}
      <div class="card" part="card" ?hidden=${view !== null && this.#method !== null}>
        ${this.#drawFrame(view !== null)}
      </div>
    </div>`
  }

  #drawFrame(isOpen: boolean): Drawing {
    const isShown = isOpen && this.#frameState === 'ready'
    this.#frame?.classList.toggle('waiting', !isShown)
    if (this.#frame !== null) this.#frame.title = this.#texts.say('method.title')
    return html`${isShown ? nothing : drawCardSkeleton()} ${this.#frame ?? nothing}`
  }

  #drawAgreement(view: View): Drawing {
    const { checkout, texts } = view
    return html`${checkout.consent.checkbox_required ? this.#drawConsentBox(texts) : nothing}
      <button
        class="button"
        part="button"
        type="submit"
        aria-disabled=${mayPay(this.phase) ? 'false' : 'true'}
        aria-describedby="disclosure"
      >
        ${
          this.phase === 'paying'
            ? html`${spinnerIcon}<span>${texts.say('button.working')}</span>`
            : html`<span>${buttonWords(checkout, texts)}</span>`
        }
      </button>
      ${drawDisclosure(view)} ${drawAssurance(view)}`
  }

  #drawConsentBox(texts: Texts): Drawing {
    return html`<div class="consent" part="consent">
      <label
        ><input
          type="checkbox"
          part="consent-box"
          id="consent"
          .checked=${this.#isConsentTicked}
          aria-invalid=${this.#isConsentMissing ? 'true' : 'false'}
          aria-describedby="consent-missing"
          @change=${this.#onConsent}
        /><span>${texts.say('consent.checkbox')}</span></label
      >
      <p class="fault" id="consent-missing">${this.#isConsentMissing ? texts.say('consent.missing') : nothing}</p>
    </div>`
  }

  #drawLoadingEnd(): Drawing {
    return html`<span class="bone button-bone" aria-hidden="true"></span>`
  }

  #drawMethods(view: View): Drawing {
    return this.#laterViews?.drawMethods(view, { chosen: this.#method, onChoose: this.#onChoose }) ?? nothing
  }

  #drawRibbon(): Drawing {
    if (this.#controller?.checkout?.mode !== 'sandbox') return nothing
    return this.#laterViews?.drawSandboxRibbon(mayPay(this.phase) ? this.#fillTestCard : null) ?? nothing
  }

  /** The views that come later, or null while they are still on their way. */
  get #laterViews(): typeof Later | null {
    if (this.#later === null)
      void import('./views/later.ts').then((views) => {
        this.#later = views
        this.#wear(views.laterStyles)
        this.requestUpdate()
      })
    return this.#later
  }

  #wear(styles: string): void {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    this.shadowRoot?.adoptedStyleSheets.push(sheet)
  }

  /** The phase that can be put into words yet: nothing is shown in a wrong language first. */
  get #speaking(): { readonly texts: Texts; readonly phase: Phase } {
    const wanted = this.#controller?.checkout?.locale
    const isWaiting = wanted !== undefined && this.#texts.locale !== wanted
    return { texts: this.#texts, phase: isWaiting ? 'loading' : this.phase }
  }

  #statusIn(texts: Texts, phase: Phase): string {
    if (phase === 'loading') return texts.say('loading')
    if (phase === 'paying') return texts.say('button.working')
    if (phase === 'checking') return texts.say('checking.title')
    return ''
  }

  get #server(): string {
    return (this.server ?? new URL(import.meta.url).origin).replace(/\/+$/, '')
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
    this.#link?.close()
    this.#link = null
    this.#frame = null
    this.#controller = null
    this.#frameState = 'loading'
    this.#chosenMethod = undefined
    this.#isConsentTicked = false
    this.#isReadyTold = false
    clearTimeout(this.#frameTimer)
    if (!this.sessionId) return
    this.#controller = new CheckoutController({
      sessionId: this.sessionId,
      locale: this.locale,
      languages: this.#languages,
      transport: this.openTransport(this.#server, this.sessionId),
      pending: pendingAttemptsIn(() => sessionStorage),
      emit: (event) => this.dispatchEvent(event),
      onChange: () => this.requestUpdate(),
    })
    if (!isSecureContext) return this.#refuseInsecure()
    this.#frame = this.#createFrame(this.frameUrlOf(this.#server, this.sessionId))
    this.#frameTimer = setTimeout(() => this.#loseFrame(), frameTimeoutMs)
    void this.#controller.start()
  }

  get #languages(): readonly string[] {
    const pageLanguage = this.closest('[lang]')?.getAttribute('lang')
    return [...(pageLanguage ? [pageLanguage] : []), ...navigator.languages]
  }

  #refuseInsecure(): void {
    this.#controller?.fail('insecure_context')
    this.dispatchEvent(new BillingErrorEvent('insecure_context'))
  }

  #followLocale(): void {
    const wanted = this.#controller?.checkout?.locale ?? this.locale ?? this.#languages[0] ?? 'en'
    if (wanted === this.#wantedLocale) return
    this.#wantedLocale = wanted
    const locale = localeFor(wanted)
    void this.loadCatalogue(locale)
      .catch(() => lastResort)
      .then((catalogue) => {
        if (wanted !== this.#wantedLocale) return
        this.#texts = textsOf(catalogue, wanted)
        this.#dressFrame()
        this.requestUpdate()
      })
  }

  /** Made by hand: one frame belongs to one session, and a template that changed `src` would leave history entries. */
  #createFrame(url: string): HTMLIFrameElement {
    const frame = document.createElement('iframe')
    frame.className = 'frame waiting'
    frame.setAttribute('part', 'card-frame')
    frame.src = url
    frame.addEventListener('load', () => {
      if (frame !== this.#frame) return
      this.#link?.close()
      this.#link = new FrameLink(frame, new URL(url, location.href).origin, (message) => this.#hear(message))
      this.#dressFrame()
    })
    return frame
  }

  #dressFrame(): void {
    if (this.#link === null) return
    this.#link.tell({ type: 'configure', locale: this.#wantedLocale, ...themeOf(this) })
  }

  #hear(message: ToElement): void {
    switch (message.type) {
      case 'ready':
        clearTimeout(this.#frameTimer)
        this.#frameState = 'ready'
        break
      case 'height':
        // By CSSOM: a style attribute would need 'unsafe-inline' in the host's policy.
        if (this.#frame !== null) this.#frame.style.blockSize = `${message.height}px`
        return
      case 'changed':
        this.#card = message
        this.#tellChange()
        break
      case 'focused':
      case 'blurred':
        this.#setState('card-focused', message.type === 'focused')
        return
      case 'submitted':
        void this.submit()
        return
    }
    this.requestUpdate()
  }

  #loseFrame(): void {
    if (this.#frameState === 'ready') return
    this.#frameState = 'failed'
    if (this.#controller !== null && this.#usesFrame) this.#controller.notice = frameNotice
    this.dispatchEvent(new BillingErrorEvent('frame_unavailable'))
    this.requestUpdate()
  }

  async #prepareOrder(): Promise<Order | Notice | null> {
    const checkout = this.#controller?.checkout
    if (!checkout) return null
    const { quote, session, purpose } = checkout
    const expected = quote === null ? {} : { expected: { ...quote.due_now, quote: quote.hash } }
    const subscription = session.subscription?.id
    if (!needsMethod(offerOf(checkout)) && subscription) {
      const change = purpose === 'resume' || session.plan === null ? { status: 'active' as const } : null
      return change === null && session.plan !== null
        ? {
            kind: 'change',
            request: { subscription: { id: subscription }, plan: { id: session.plan.id }, ...expected },
          }
        : { kind: 'change', request: { subscription: { id: subscription, ...change } } }
    }
    const method = await this.#sealMethod()
    if (method === null || 'tone' in method) return method
    return { kind: 'payment', request: { payment_method: method, ...expected, consent: this.#consentIn(checkout) } }
  }

  async #sealMethod(): Promise<{ id: string } | { type: 'CARD'; details: { encrypted: string } } | Notice | null> {
    if (this.#method !== null) return { id: this.#method }
    if (this.#link === null || this.#frameState !== 'ready') return frameNotice
    const sealed = await this.#link.seal()
    if (sealed === 'failed') return noticeOfProblem('internal')
    if (sealed === 'invalid') {
      this.#frame?.focus()
      this.#link.tell({ type: 'focus' })
      return null
    }
    return { type: 'CARD', details: { encrypted: sealed.encrypted } }
  }

  #consentIn(checkout: View['checkout']): ConsentReceipt {
    const texts = this.#texts
    const box = checkout.consent.checkbox_required ? ` ${texts.say('consent.checkbox')}` : ''
    return {
      text: plainDisclosure(disclosureOf(checkout, texts), texts) + box,
      locale: texts.locale,
      version: checkout.consent.version,
      at: new Date(this.#controller?.clocks?.wall() ?? Date.now()).toISOString(),
    }
  }

  #askForConsent(): void {
    this.#isConsentMissing = true
    this.requestUpdate()
    this.renderRoot.querySelector<HTMLElement>('#consent')?.focus()
  }

  #showState(): void {
    const { phase } = this
    if (phase === this.#shownPhase) return
    for (const name of [this.#shownPhase, phase]) if (name !== null) this.#setState(name, name === phase)
    this.#setState('sandbox', this.#controller?.checkout?.mode === 'sandbox')
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
    const target = phase === 'declined' || this.#controller?.notice ? '#notice' : '#outcome-title'
    this.renderRoot.querySelector<HTMLElement>(target)?.focus()
  }

  #tellReady(): void {
    const isUsable = !this.#usesFrame || this.#frameState === 'ready'
    if (this.#isReadyTold || this.phase !== 'ready' || !isUsable) return
    this.#isReadyTold = true
    this.dispatchEvent(new BillingReadyEvent(this.#controller?.checkout?.purpose ?? null))
  }

  #tellChange(): void {
    const complete = this.#method !== null || this.#card.complete
    this.#setState('card-complete', this.#card.complete)
    this.dispatchEvent(new BillingChangeEvent(complete, this.#card.brand, this.#method))
  }

  readonly #onChoose = (id: string | null): void => {
    this.#chosenMethod = id
    this.#setState('saved-method', id !== null)
    this.#tellChange()
    this.requestUpdate()
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    void this.submit()
  }

  readonly #onConsent = (event: Event): void => {
    this.#isConsentTicked = (event.target as HTMLInputElement).checked
    this.#isConsentMissing = this.#isConsentMissing && !this.#isConsentTicked
    this.requestUpdate()
  }

  readonly #fillTestCard = (number: string): void => {
    this.#chosenMethod = null
    this.#link?.tell({ type: 'fill', number })
    this.requestUpdate()
  }

  readonly #restart = (): void => void this.#controller?.start()

  readonly #reload = (): void => location.reload()
}
