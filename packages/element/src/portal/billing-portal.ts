import { languageTag } from '@billing-checkout/domain/locales'
import { html, LitElement, type PropertyValues } from 'lit'
import { ElementStates } from '../element-states.ts'
import { preferredLanguages, Localizer } from '../messages/localizer.ts'
import type { Rendering } from '../drawing/view.ts'
import { BillingPortalReadyEvent } from './events.ts'
import { loadPortalMessages } from './load-portal-messages.ts'
import { type PortalDependencies, productionPortalDependencies } from './portal-dependencies.ts'
import { portalStyles } from './portal-styles.ts'
import { customerChanges } from './state/customer-changes.ts'
import { PortalClient } from './state/portal-client.ts'
import { PortalController } from './state/portal-controller.ts'
import type { PortalPhase } from './state/portal-phase.ts'
import type { PortalCheckoutPurpose, PortalState, PortalTask, WantedPlan } from './state/portal-state.ts'
import { announce, focusedOutside } from '../page/outcome-focus.ts'
import { renderPage } from './views/page.ts'
import type { PortalHandlers } from './views/portal-view.ts'

/**
 * `<billing-portal client-token="…">`: shows one customer their subscriptions, payment methods, payments and billing
 * address, and lets them change these. Its events are only for the page; grant and revoke access by the server's events
 * or `GET /customers/{id}/access`.
 */
export class BillingPortal extends LitElement {
  static override readonly styles = portalStyles
  static override readonly properties = {
    clientToken: { attribute: 'client-token' },
    server: {},
    frameOrigin: { attribute: 'frame-origin' },
    renewUrl: { attribute: 'renew-url' },
    locale: {},
    theme: { reflect: true },
  }

  /**
   * The `client_token` of a portal session that your backend has created. A new token continues an expired portal and
   * keeps what the customer typed.
   */
  declare clientToken: string | null
  /** The address of the service; default: the origin of this script. Required with the npm package. */
  declare server: string | null
  /** The origin of the card frame, if the server has a separate one (`FRAME_ORIGIN`). */
  declare frameOrigin: string | null
  /**
   * An address of the page's origin that answers a POST with `{"client_token"}` once the token has expired; without it,
   * an event tells the page.
   */
  declare renewUrl: string | null
  /** A BCP 47 tag, ignored if invalid; the session's own locale takes precedence. Without both: the customer's language, else English. */
  declare locale: string | null
  /** `light`, `dark`, or absent to follow the page's `color-scheme`. */
  declare theme: 'light' | 'dark' | null

  readonly #states = new ElementStates<PortalPhase, 'sandbox' | 'busy'>(this.attachInternals())
  readonly #localizer = new Localizer(
    async (locale) => this.parts.compile(await loadPortalMessages(locale)),
    () => this.requestUpdate(),
  )
  #controller: PortalController | null = null
  /** The id of the control that had the focus before the customer opened a task. */
  #opener = ''
  #isReady = false
  #drawn: PortalState | null = null

  constructor() {
    super()
    this.clientToken = this.server = this.frameOrigin = this.renewUrl = this.locale = this.theme = null
  }

  /** What the portal shows now. */
  get phase(): PortalPhase {
    return this.#controller?.phase ?? 'loading'
  }

  /** Reads the account again, after your backend has changed it. Keeps what the customer typed. */
  async refresh(): Promise<void> {
    await this.#controller?.read()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#controller?.end()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    // If the element returns to the page after it was removed or moved, open the account again.
    if (this.#drawn !== null && this.clientToken) this.#open(this.clientToken)
  }

  /** The portal's connections to the server and its build; a test replaces them. */
  protected get parts(): PortalDependencies {
    return productionPortalDependencies
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('clientToken') || changed.has('server')) this.#follow(changed.has('server'))
    else if (changed.has('locale')) void this.#controller?.read()
    const portal = this.#controller?.portal
    this.#localizer.setLocale(portal?.locale ?? languageTag(this.locale) ?? preferredLanguages(this)[0] ?? 'en')
    this.#states.show(this.phase, {
      sandbox: portal?.mode === 'sandbox',
      busy: (this.#controller?.busy ?? null) !== null,
    })
  }

  protected override render(): Rendering {
    const { texts } = this.#localizer
    const state = this.#controller ?? idle
    const isWaiting = state.phase === 'loading' || texts.locale === ''
    return html`<div class="base" part="base" lang=${texts.locale} dir=${texts.direction}>
      <slot name="header"></slot>
      <div class="panel" part="panel" @billing-paid=${this.#onPaid}>
        ${renderPage(state, texts, this.#handlers, {
          server: this.#server,
          frameOrigin: this.frameOrigin,
          theme: this.theme,
        })}
      </div>
      <slot name="footer"></slot>
      <p class="unseen" role="status">
        ${isWaiting ? texts.say('portal.loading') : state.busy !== null ? texts.say('button.working') : ''}
      </p>
    </div>`
  }

  protected override updated(): void {
    const controller = this.#controller
    if (controller) this.#moveFocus(controller)
    const isDrawn = this.phase !== 'loading' && (this.#localizer.texts.locale !== '' || this.phase === 'unavailable')
    if (!isDrawn || this.#isReady) return
    this.#isReady = true
    this.dispatchEvent(new BillingPortalReadyEvent(this.phase))
  }

  get #server(): string {
    return (this.server ?? new URL(import.meta.url).origin).replace(/\/+$/, '')
  }

  /** Continues the shown account with a new token, or opens an account. If there is no token, the portal shows a skeleton. */
  #follow(isOtherServer: boolean): void {
    const { clientToken } = this
    if (!clientToken) {
      this.#controller?.end()
      this.#controller = null
    } else if (this.#controller && !isOtherServer && this.phase !== 'signed-out')
      void this.#controller.continueWith(clientToken)
    else this.#open(clientToken)
  }

  #open(token: string): void {
    this.#controller?.end()
    this.#isReady = false
    this.#controller = new PortalController({
      connection: new PortalClient(token, {
        service: this.parts.openService(this.#server),
        locale: () => languageTag(this.locale),
        renewUrl: () => this.renewUrl,
        retryMs: this.parts.retryMs,
      }),
      emit: (event) => this.dispatchEvent(event),
      onChange: () => this.requestUpdate(),
    })
    void this.#controller.read()
  }

  /**
   * Moves the focus to the task that was opened, to the message about the task, or back to the control that opened it. If the customer is
   * elsewhere on the page, the focus stays there, and a screen reader announces the message.
   */
  #moveFocus(controller: PortalController): void {
    const { phase, task, notice } = controller
    const before = this.#drawn
    this.#drawn = { ...controller, phase, task, notice }
    if (before === null) return
    const find = (id: string) => this.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
    const isNews = notice !== null && notice !== before.notice
    const isOver = phase !== before.phase && /^(expired|signed-out|unavailable)$/.test(phase)
    const message = isOver ? find('outcome') : isNews ? find('notice') : null
    if (focusedOutside(this)) {
      if (message !== null) announce(this.renderRoot, message)
    } else if (isOver || isNews) message?.focus()
    else if (task !== null && task.kind !== before.task?.kind) (find('task') ?? find('back'))?.focus()
    else if (task === null && before.task !== null) (find(this.#opener) ?? find('subscriptions-title'))?.focus()
  }

  /** Handles the payment event of the checkout inside the portal, and hides the event from the page. */
  readonly #onPaid = (event: Event): void => {
    event.stopPropagation()
    void this.#controller?.finishCheckout()
  }

  /** Each function must stay the same object, so that drawing again does not replace listeners. */
  readonly #handlers: PortalHandlers = {
    open: (task) => this.#show(task),
    cancel: (id, event) => {
      event.preventDefault()
      void this.#controller?.change(customerChanges.cancel(id, new FormData(event.currentTarget as HTMLFormElement)))
    },
    resume: (id) => void this.#controller?.change(customerChanges.resume(id)),
    undo: (id) => void this.#controller?.change(customerChanges.undo(id)),
    choose: (method) => {
      const portal = this.#controller?.portal
      if (portal) void this.#controller?.change(customerChanges.choose(method, portal))
    },
    remove: (method) => void this.#controller?.change(customerChanges.remove(method)),
    saveDetails: (event) => {
      event.preventDefault()
      const portal = this.#controller?.portal
      const form = new FormData(event.currentTarget as HTMLFormElement)
      if (portal) void this.#controller?.change(customerChanges.details(portal.customer, form))
    },
    changeEmail: (event) => {
      event.preventDefault()
      const portal = this.#controller?.portal
      const typed = String(new FormData(event.currentTarget as HTMLFormElement).get('email') ?? '').trim()
      if (portal) void this.#controller?.change(customerChanges.email(portal.customer.id, typed))
    },
    checkout: (purpose, id, plan) => this.#openCheckout(purpose, id, plan),
    changeQuantity: (event, { id, plan }) => {
      event.preventDefault()
      const quantity = Number(new FormData(event.currentTarget as HTMLFormElement).get('quantity'))
      this.#openCheckout('change_plan', id, { id: plan.id, quantity })
    },
    signOut: () => void this.#controller?.signOut(),
    retry: () => void this.#controller?.retry(),
  }

  #openCheckout(purpose: PortalCheckoutPurpose, id: string, plan?: WantedPlan): void {
    this.#remember()
    void this.parts.loadCheckout()
    void this.#controller?.openCheckout(purpose, id, plan)
  }

  #show(task: PortalTask | null): void {
    if (task !== null) this.#remember()
    this.#controller?.open(task)
  }

  #remember(): void {
    // A control inside an opened task is not stored, because it disappears with the task.
    if (this.#controller?.task == null) this.#opener = this.shadowRoot?.activeElement?.id ?? ''
  }
}

/** The state while there is no client token. */
const idle: PortalState = { phase: 'loading', portal: null, task: null, notice: null, busy: null, faults: [] }
