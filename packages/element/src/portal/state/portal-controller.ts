import type { ClientSession, Portal } from '@billing-checkout/contract'
import type { Answer } from '../../checkout/requests/transport.ts'
import {
  BillingPortalChangeEvent,
  BillingPortalErrorEvent,
  BillingPortalExpiredEvent,
  BillingPortalSignOutEvent,
  type PortalChange,
} from '../events.ts'
import { messageOfFailure } from './message-of-failure.ts'
import { isSignedOut, type PortalClient } from './portal-client.ts'
import type { PortalRequest } from './portal-calls.ts'
import type {
  PortalCheckoutPurpose,
  NoticePlace,
  PortalNotice,
  PortalState,
  PortalTask,
  WantedPlan,
} from './portal-state.ts'
import type { PortalPhase } from './portal-phase.ts'

/** The dependencies of a controller. */
export interface PortalControllerOptions {
  readonly connection: PortalClient
  readonly emit: (event: Event) => boolean
  readonly onChange: () => void
}

/** A change, the message about it, and the place of that message. */
export interface CustomerChange {
  /** The kind of change for the event to the page; null if nothing changes until the customer confirms it elsewhere. */
  readonly what: PortalChange | null
  readonly subscription: string | null
  readonly place: NoticePlace
  readonly requests: readonly PortalRequest[]
  readonly done: (portal: Portal) => Pick<PortalNotice, 'key' | 'values'>
}

/** The account is read again after this time, in milliseconds. Each reading renews the client token, which is valid for 15 minutes. */
const rereadMs = 10 * 60_000

/** The account of one customer: its data, the change in progress, and the change's result. */
export class PortalController implements PortalState {
  phase: PortalPhase = 'loading'
  portal: Portal | null = null
  task: PortalTask | null = null
  notice: PortalNotice | null = null
  busy: NoticePlace | null = null
  faults: readonly string[] = []
  readonly #options: PortalControllerOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  #isEnded = false

  constructor(options: PortalControllerOptions) {
    this.#options = options
  }

  /** Reads the account; keeps what the customer is typing. */
  async read(): Promise<void> {
    const answer = await this.#options.connection.read()
    if (this.#isEnded) return
    clearTimeout(this.#timer)
    if (answer.kind === 'ok') {
      this.portal = answer.value
      this.phase = 'ready'
      this.#timer = setTimeout(() => void this.read(), rereadMs)
    } else if (isSignedOut(answer)) this.#expire()
    else {
      this.#report(answer)
      // If the account was read before, it stays visible after a failed reading.
      if (this.portal === null) this.phase = 'unavailable'
    }
    this.#options.onChange()
  }

  /** Retries loading the account. */
  async retry(): Promise<void> {
    this.phase = 'loading'
    this.#options.onChange()
    await this.read()
  }

  /** Continues with a token that the page has set. What the customer has opened and typed stays. */
  async continueWith(token: string): Promise<void> {
    this.#options.connection.replaceToken(token)
    if (this.portal === null) this.phase = 'loading'
    await this.read()
  }

  /** Opens a task for the customer, and closes the task that was open. If `task` is null, only closes. */
  open(task: PortalTask | null): void {
    this.task = task
    this.notice = null
    this.faults = []
    this.#options.onChange()
  }

  /** Makes a change. Only one change is made at a time. */
  async change({ what, subscription, place, requests, done }: CustomerChange): Promise<void> {
    if (!this.#begin(place)) return
    for (const [madeBefore, request] of requests.entries()) {
      const answer = await this.#options.connection.send(request)
      if (this.#isEnded) return
      if (answer.kind === 'ok') continue
      if (madeBefore > 0) {
        // Earlier requests of the change have succeeded, so show their effect and tell the page.
        await this.read()
        this.#tell(what, subscription)
      }
      return this.#fail(answer, place, madeBefore > 0 ? 'portal.partly' : undefined)
    }
    this.task = null
    await this.read()
    this.busy = null
    if (this.portal) this.notice = { tone: 'success', place, ...done(this.portal) }
    this.#options.onChange()
    this.#tell(what, subscription)
  }

  /** Opens a checkout for a task that charges or needs a card. */
  async openCheckout(purpose: PortalCheckoutPurpose, id: string, plan?: WantedPlan): Promise<void> {
    const place = purpose === 'update_method' ? 'methods' : id
    if (!this.#begin(place)) return
    const body = {
      subscription: { id },
      ...(plan !== undefined && { plan }),
      options: { locale: this.portal?.locale },
    }
    const answer = await this.#options.connection.send<ClientSession>({ method: 'POST', path: '/client-session', body })
    if (this.#isEnded) return
    if (answer.kind !== 'ok') return this.#fail(answer, place)
    this.busy = null
    this.open({ kind: 'checkout', purpose, id, session: answer.value.id, isDone: false })
  }

  /** Called once the checkout is paid. The checkout keeps showing the receipt, and the rest of the portal is read again. */
  async finishCheckout(): Promise<void> {
    const { task } = this
    if (task?.kind !== 'checkout' || task.isDone) return
    this.task = { ...task, isDone: true }
    await this.read()
    this.#options.emit(new BillingPortalChangeEvent(task.purpose, task.id))
  }

  async signOut(): Promise<void> {
    const { portal } = this
    if (portal === null || !this.#begin('top')) return
    const path = `/portal-session/${encodeURIComponent(portal.session.id)}`
    const answer = await this.#options.connection.send({ method: 'DELETE', path })
    if (this.#isEnded) return
    if (answer.kind !== 'ok' && !isSignedOut(answer)) return this.#fail(answer, 'top')
    this.#leave('signed-out')
    this.#options.emit(new BillingPortalSignOutEvent())
    this.#options.onChange()
  }

  /** Call this when the element leaves the page, or shows another account. */
  end(): void {
    this.#isEnded = true
    clearTimeout(this.#timer)
  }

  #tell(what: PortalChange | null, subscription: string | null): void {
    if (what !== null) this.#options.emit(new BillingPortalChangeEvent(what, subscription))
  }

  #begin(place: NoticePlace): boolean {
    if (this.busy !== null || this.phase !== 'ready') return false
    this.busy = place
    this.notice = null
    this.faults = []
    this.#options.onChange()
    return true
  }

  #fail(
    answer: Exclude<Answer<unknown>, { readonly kind: 'ok' }>,
    place: NoticePlace,
    key = messageOfFailure(answer),
  ): void {
    this.busy = null
    if (isSignedOut(answer)) this.#expire()
    else {
      this.notice = { tone: 'danger', place, key }
      this.faults = (answer.kind === 'refused' && answer.paths) || []
      this.#report(answer)
    }
    this.#options.onChange()
  }

  /**
   * Reports that the session has ended, and shows it unless the page prevents that. The portal keeps what the customer has opened or typed,
   * for a new token.
   */
  #expire(): void {
    clearTimeout(this.#timer)
    const isShown = this.#options.emit(new BillingPortalExpiredEvent())
    if (isShown) this.phase = 'expired'
  }

  #leave(phase: PortalPhase): void {
    clearTimeout(this.#timer)
    Object.assign(this, { phase, portal: null, task: null, notice: null, busy: null })
  }

  #report(answer: Answer<unknown>): void {
    if (answer.kind === 'lost')
      this.#options.emit(new BillingPortalErrorEvent('network', 'The service could not be reached.', null))
    else if (answer.kind === 'refused')
      this.#options.emit(
        new BillingPortalErrorEvent(answer.code, answer.message ?? answer.code, answer.request_id ?? null),
      )
  }
}
