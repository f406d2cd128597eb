import { BillingError } from '@billing-checkout/client'
import type { DashboardSession } from '@billing-checkout/contract'
import { html, type TemplateResult } from 'lit'
import { explainError } from '../api/explain-error.ts'
import { announceConfirmation, sendProviderAnswer } from '../api/session/identities.ts'
import {
  addressAfterSignIn,
  type PendingIdentityRequest,
  consumeIdentityRequest,
} from '../api/session/pending-identity-request.ts'
import { LightElement } from '../parts/light-element.ts'
import { navigate } from '../places/navigate.ts'
import type { MessageName } from '../words/en.ts'
import type { Say } from '../words/say.ts'

/**
 * The page to which the identity provider redirects a user. Posts the provider's answer. After a sign-in, fires `signed-in` with the
 * session; after a confirmation, tells the other window and closes this one.
 */
export class CallbackView extends LightElement {
  static override readonly properties = {
    say: { attribute: false },
    error: { state: true },
    isConfirmed: { state: true },
  }

  declare say: Say
  declare error: unknown
  /** Whether this window has confirmed the user's identity and can be closed. */
  declare isConfirmed: boolean
  #kept: PendingIdentityRequest | null = null

  constructor() {
    super()
    this.isConfirmed = false
  }

  override firstUpdated(): void {
    void this.#finish()
  }

  override render(): TemplateResult {
    const { say } = this
    return html`<main class="sign-in" id="content">
      <p class="brand">${say('app.name')}</p>
      <h1>${say('signIn.title')}</h1>
      ${
        this.error !== undefined
          ? html`<p class="fault" role="alert">${this.#sentence()}</p>
              <p><a href="/dashboard">${say('identity.back')}</a></p>`
          : html`<p role="status">${say(this.isConfirmed ? 'identity.closeWindow' : 'app.loading')}</p>`
      }
    </main>`
  }

  #sentence(): string {
    const { error, say } = this
    if (!(error instanceof BillingError)) return explainError(error, say)
    return explainError(error, say, {
      invalid_credentials: refusalOf(this.#kept),
      unavailable: 'identity.unavailable',
    })
  }

  async #finish(): Promise<void> {
    const query = location.search.slice(1)
    // Remove the provider's code from the address, because it is valid only once.
    history.replaceState(null, '', location.pathname)
    const kept = (this.#kept = consumeIdentityRequest(sessionStorage, new URLSearchParams(query).get('state')))
    try {
      const session = await sendProviderAnswer(query, kept)
      if (kept !== null && kept.returnTo === null) {
        announceConfirmation(kept)
        this.isConfirmed = true
        close()
        return
      }
      this.dispatchEvent(new CustomEvent<DashboardSession>('signed-in', { detail: session }))
      navigate(addressAfterSignIn(kept), 'replace')
    } catch (error) {
      this.error = error
    }
  }
}

/** The message if the server rejects the answer; it depends on the purpose of the request. */
const refusalOf = (kept: PendingIdentityRequest | null): MessageName => {
  if (kept?.purpose === 'reauthenticate') return 'identity.reauthenticationRefused'
  return kept === null || kept.invitation === null ? 'identity.refused' : 'identity.notJoined'
}
