import type { Checkout } from '@billing-checkout/contract'
import { languageTag } from '@billing-checkout/domain/locales'
import { LitElement, type PropertyValues } from 'lit'
import type { CardFrameHost } from './card-frame/link/card-frame-host.ts'
import type { CheckoutController } from './checkout/controller.ts'
import { mayPay, type Phase } from './checkout/state/phase.ts'
import { buttonText, disclosureOf, offerKindOf } from './checkout/order/offer.ts'
import { ShopperChoice } from './checkout/order/shopper-choice.ts'
import { tellDeveloper } from './developer/tell-developer.ts'
import { ElementStates } from './element-states.ts'
import { BillingReadyEvent } from './checkout/state/events.ts'
import { loadFirstCatalogue } from './messages/first-catalogue.ts'
import { preferredLanguages, Localizer } from './messages/localizer.ts'
import { openCheckout } from './open-checkout.ts'
import { type ElementDependencies, productionDependencies } from './element-dependencies.ts'
import { styles } from './styles/styles.ts'
import { EventEmitter } from './event-emitter.ts'
import { renderCheckout } from './views/panel/panel.ts'
import { drawablePhase } from './views/panel/drawable-phase.ts'
import type { OutcomeEffects } from './views/outcome-effects.ts'
import { createLazyChunks } from './views/lazy-chunks.ts'
import { panelModelOf } from './views/panel/panel-model.ts'
import { ChunkTimeout } from './views/panel/chunk-timeout.ts'
import type { Rendering } from './drawing/view.ts'

/**
 * `<billing-checkout session-id="…">`: shows a client session, collects the card in an isolated frame and pays. The outcome is reported as
 * events; fulfil orders by the server's events, never by these.
 */
export class BillingCheckout extends LitElement {
  static override readonly styles = styles
  /** A page's modal finds no controls in a shadow root, so it focuses the element, which passes the focus on to one of its controls. */
  static override readonly shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true }
  static override readonly properties = {
    sessionId: { attribute: 'session-id' },
    server: {},
    frameOrigin: { attribute: 'frame-origin' },
    locale: {},
    theme: { reflect: true },
    restartUrl: { attribute: 'restart-url' },
    preview: { attribute: false },
  }

  /** The id of the client session that your backend has created. */
  declare sessionId: string | null
  /** The address of the service; default: the origin of this script. Required with the npm package. */
  declare server: string | null
  /**
   * The origin of the card frame, if the server has a separate one (`FRAME_ORIGIN`): the frame then loads from there at once, without a
   * redirect by the server. If this origin is wrong, the frame loads from the server after a few seconds.
   */
  declare frameOrigin: string | null
  /** A BCP 47 tag, ignored if invalid; default: the session's, else the page's, else the browser's. Changes texts, never prices. */
  declare locale: string | null
  /** `light`, `dark`, or absent to follow the page's `color-scheme`. */
  declare theme: 'light' | 'dark' | null
  /** A page on which the shopper can start again after this checkout has ended, such as the cart. */
  declare restartUrl: string | null
  /** An answer of `POST /checkout/preview` to show if there is no session. It can’t be paid and dispatches no events. */
  declare preview: Checkout | null

  readonly #states = new ElementStates(this.attachInternals())
  #controller: CheckoutController | null = null
  #card: CardFrameHost | null = null
  readonly #localizer = new Localizer(
    async (locale) => this.parts.compile(await loadFirstCatalogue(locale)),
    () => {
      this.#configureCard()
      this.requestUpdate()
    },
  )
  #emitter = new EventEmitter(this)
  /** The phase that was drawn last. */
  #drawn: Phase = 'loading'
  #effects: OutcomeEffects | null = null
  readonly #patience = new ChunkTimeout()
  /** Removes the element's listeners from the page. */
  #leavePage: (() => void) | undefined
  /** The window that the shopper's click opened for the payment; null if blocked or not needed, undefined if the method is no wallet. */
  #popup: Window | null | undefined
  readonly #draw = (): void => this.requestUpdate()
  readonly #lazyParts = createLazyChunks({
    element: this,
    learn: (load) => this.#localizer.add(async (locale) => this.parts.compile(await load(locale))),
    onChange: this.#draw,
  })
  readonly #choice = new ShopperChoice({ parts: this.#lazyParts, checkout: () => this.#checkout, onFound: this.#draw })
  /** Sends the card frame theme and language. If the page changes these, a CSS transition starts on `.base` and calls this. */
  readonly #configureCard = (): void => this.#card?.configure()

  constructor() {
    super()
    this.sessionId = this.server = this.frameOrigin = this.locale = this.theme = this.restartUrl = this.preview = null
  }

  /** What the element shows right now. */
  get phase(): Phase {
    return this.#controller?.phase ?? 'loading'
  }

  /** Reads the session again, after the backend has changed it. Keeps what the shopper typed. */
  async refresh(): Promise<void> {
    if (this.sessionId) await this.#controller?.refresh()
  }

  /** Does the same as the button, for pages with their own button. Resolves once the server has answered; the outcome may be pending. */
  async submit(): Promise<void> {
    const controller = this.#controller
    const checkout = controller?.checkout
    if (!controller || !checkout || !controller.canPay) return
    if (this.#choice.misses(checkout)) {
      this.requestUpdate()
      return this.renderRoot.querySelector<HTMLElement>('#consent')?.focus()
    }
    // Must run during the click, before the first `await`, because the browser allows a new window only then.
    const { wallet, savedMethod } = this.#choice
    const begun = wallet && this.#lazyParts.methods()?.startWallet(wallet, checkout, this.#base)
    const popup = (this.#popup = begun?.popup)
    await controller.submit({
      texts: this.#localizer.texts,
      offers: { offerKindOf, buttonText, disclosureOf },
      savedMethod,
      usesCard: this.#choice.usesCard,
      wallet: begun?.method,
      isStored: !!this.renderRoot.querySelector<HTMLInputElement>('#store')?.checked,
      card: this.#card,
      displayed: this.#lazyParts.page(false)?.displayedText(this.renderRoot),
      wall: controller.clocks?.wall() ?? Date.now(),
    })
    if (!controller.action) popup?.close()
  }

  /** Focuses what the shopper needs next: the card, else the chosen method, else the button. */
  override focus(options?: FocusOptions): void {
    if (this.#lazyParts.page(false)?.focusByTab(this.renderRoot)) return
    if (this.#choice.isCard) this.#card?.focus(options)
    else this.renderRoot.querySelector<HTMLElement>('input:checked, .button')?.focus(options)
  }

  override connectedCallback(): void {
    // The document that ran the script owns the style sheets, frames and listeners, so the element cannot work in another document.
    if (this.ownerDocument !== document) return tellDeveloper('other_document')
    super.connectedCallback()
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0
    this.#controller?.resume()
    if (this.#card?.state === 'loading') this.#card.resume()
    this.requestUpdate()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#controller?.pause()
    this.#card?.pause()
    this.#leavePage = void this.#leavePage?.()
    this.#patience.end()
    this.#effects?.stage.leave()
  }

  /** The element's connections to the server and its build; a test replaces them. */
  protected get parts(): ElementDependencies {
    return productionDependencies
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('sessionId') || changed.has('server') || (!this.sessionId && changed.has('preview'))) this.#open()
    else if (changed.has('locale') && this.sessionId) void this.#controller?.read(true)
    this.#localizer.setLocale(this.#checkout?.locale ?? languageTag(this.locale) ?? preferredLanguages(this)[0] ?? 'en')
    this.#states.show(this.phase, {
      sandbox: this.#checkout?.mode === 'sandbox',
      'saved-method': this.#choice.savedMethod !== null,
      'card-complete': !!this.#card?.card.complete,
    })
    this.#effects?.beforeRender(this.phase, this.renderRoot)
  }

  protected override updated(): void {
    this.#card?.connect()
    if (this.isConnected) this.#leavePage ??= this.#lazyParts.page(false)?.watchKeys(this)
    this.#card?.tell({ type: 'disable', disabled: !this.#controller?.canPay })
    const after = this.phase === 'loading' ? null : this.#lazyParts.outcomes(this.phase !== 'ready')
    if (after) this.#effects ??= after.effectsOf(this.phase, this.#lazyParts)
    // Must run before `afterRender` moves the focus, because a dialog that closes here returns the focus.
    this.#showAction()
    const card = this.#choice.isCard ? this.#card : null
    this.#effects?.afterRender(this.phase, this.renderRoot, this.#controller, card)
    this.#tellReady(!!after?.isReady(this.phase, this.#lazyParts))
  }

  protected override render(): Rendering {
    const { texts } = this.#localizer
    const phase = drawablePhase(this.phase, {
      checkout: this.#checkout,
      wasDrawn: this.#drawn !== 'loading',
      isOverdue: this.#patience.isOver,
      texts,
      parts: this.#lazyParts,
      kinds: this.#choice.kinds,
    })
    this.#drawn = phase
    if (phase === 'loading' && this.phase !== 'loading') this.#patience.begin(this.#onOverdue)
    const model = panelModelOf(
      {
        texts,
        phase,
        parts: this.#lazyParts,
        restartUrl: this.restartUrl,
        controller: this.#controller,
        card: this.#card,
        choice: this.#choice,
      },
      this.#handlers,
    )
    const news = this.#lazyParts.page(false)?.beforeDraw(this, model.view) ?? ''
    return renderCheckout(model, news, this.#configureCard)
  }

  get #checkout(): Checkout | null {
    return this.#controller?.checkout ?? null
  }

  get #base(): Element {
    return this.renderRoot.querySelector('.base') ?? this
  }

  /** Shows the payment's action at a bank or wallet. The chunk that shows the action contains its texts. */
  #showAction(): void {
    if (!this.#controller || !this.isConnected) return
    this.#effects?.stage.follow(this.#controller, {
      root: this.#base,
      texts: this.#localizer.texts,
      popup: this.#popup,
      onChange: this.#draw,
    })
  }

  #open(): void {
    this.#controller?.end()
    this.#card?.end()
    this.#choice.reset()
    this.#patience.isOver = false
    this.#emitter = new EventEmitter(this)
    ;({ controller: this.#controller, card: this.#card } = openCheckout(this.sessionId ?? '', {
      element: this,
      parts: this.parts,
      lazyParts: this.#lazyParts,
      localizer: this.#localizer,
      states: this.#states,
      emitter: this.#emitter,
      onCard: () => this.#tellChange(),
      isCard: () => this.#choice.isCard,
    }))
  }

  /** Dispatches `billing-ready` once the first view is complete. */
  #tellReady(hasOutcomes: boolean): void {
    const { phase } = this
    const isForm = mayPay(phase) && this.#choice.isCard
    const isDrawn =
      this.#drawn !== 'loading' &&
      (hasOutcomes || phase === 'ready' || phase === 'unavailable') &&
      !(isForm && this.#card?.state === 'loading')
    if (isDrawn && !this.#emitter.isReady)
      this.#emitter.ready(new BillingReadyEvent(this.#checkout?.purpose ?? null, phase))
  }

  #tellChange(): void {
    const { brand = null, complete = false } = this.#card?.card ?? {}
    const { method, savedMethod, wallet } = this.#choice
    this.#emitter.change(method !== null || complete, brand, savedMethod, wallet)
    this.requestUpdate()
  }

  /** Called if the checkout was read, but a chunk that shows it is late: shows the checkout without that chunk. */
  readonly #onOverdue = (): void => {
    if (this.#drawn !== 'loading') return
    this.#patience.isOver = true
    tellDeveloper('part_unavailable')
    this.#controller?.tellError('part_unavailable', 'A part of the checkout could not be loaded.')
    this.requestUpdate()
  }

  /** Handles the shopper's actions. Each function must stay the same object: the test cards recognize an opened list by `onFill`. */
  readonly #handlers: Parameters<typeof panelModelOf>[1] = {
    openAction: () => this.#effects?.stage.open ?? null,
    onChoose: (id) => {
      this.#choice.choose(id)
      this.#tellChange()
    },
    onConsent: ({ target }) => {
      this.#choice.tick((target as HTMLInputElement).checked)
      this.requestUpdate()
    },
    onSubmit: () => void this.submit(),
    onFill: (number) => {
      this.#choice.choose(null)
      this.#card?.tell({ type: 'fill', number })
      this.requestUpdate()
    },
  }
}
