import { BillingError } from '@billing-checkout/client'
import type { DashboardSession } from '@billing-checkout/contract'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { explainError } from '../api/explain-error.ts'
import { findIdentityProvider, redirectToIdentityProvider } from '../api/session/identities.ts'
import { canUsePasskeys, signInWithPasskey } from '../api/session/passkeys.ts'
import { LightElement } from '../parts/light-element.ts'
import type { ScreenLocation } from '../places/screen-location.ts'
import type { Say } from '../words/say.ts'
import { signInFormFor, type SignInForm } from './sign-in-forms.ts'

/** Signs a user in by a password, passkey, identity provider, set-up code or link. Fires `signed-in` with the session. */
export class SignInView extends LightElement {
  static override readonly properties = {
    say: { attribute: false },
    place: { attribute: false },
    provider: { state: true },
    fault: { state: true },
    isBusy: { state: true },
  }

  declare say: Say
  declare place: ScreenLocation
  /** The name of the identity provider; null until the name has loaded, and if there is no provider. */
  declare provider: string | null
  declare fault: string
  declare isBusy: boolean

  constructor() {
    super()
    this.provider = null
    this.fault = ''
    this.isBusy = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    void this.#findProvider()
  }

  /** Clears the error when another form is shown. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('place')) this.fault = ''
  }

  override render(): TemplateResult {
    const { say, place } = this
    const { title, hint, fields, submit } = signInFormFor(place)
    const isSignIn = submit === 'signIn.submit'
    return html`<main class="sign-in" id="content">
      <p class="brand">${say('app.name')}</p>
      <h1>${say(title)}</h1>
      ${hint === undefined ? nothing : html`<p>${say(hint)}</p>`}
      <form @submit=${this.#submit}>
        ${fields(say)} ${this.fault === '' ? nothing : html`<p class="fault" role="alert">${this.fault}</p>`}
        <button class="button primary" aria-disabled=${this.isBusy ? 'true' : 'false'}>
          ${this.isBusy ? say('app.loading') : say(submit)}
        </button>
        ${
          isSignIn && canUsePasskeys()
            ? html`<button type="button" class="button" ?disabled=${this.isBusy} @click=${this.#usePasskey}>
                ${say('signIn.passkey')}
              </button>`
            : nothing
        }
        ${this.#providerButton(isSignIn)}
      </form>
      <p>
        ${
          isSignIn
            ? html`<a href="/dashboard/set-up">${say('signIn.setUp')}</a>`
            : html`<a href="/dashboard">${say('signIn.title')}</a>`
        }
      </p>
    </main>`
  }

  #providerButton(isSignIn: boolean): TemplateResult | typeof nothing {
    const { say, provider: name, place } = this
    if (name === null || !(isSignIn || place.screen === 'invitation')) return nothing
    return html`<button type="button" class="button" ?disabled=${this.isBusy} @click=${this.#useProvider}>
      ${say(isSignIn ? 'signIn.provider' : 'invitation.provider', { name })}
    </button>`
  }

  /** Loads the provider's name. If that fails, the page shows no button for the provider. */
  async #findProvider(): Promise<void> {
    this.provider = await findIdentityProvider().catch(() => null)
  }

  readonly #submit = (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    const { send, sentencesFor } = signInFormFor(this.place)
    return this.#signIn(() => send((name) => String(form.get(name) ?? ''), this.place.id ?? ''), sentencesFor)
  }

  readonly #usePasskey = (): Promise<void> =>
    this.#signIn(signInWithPasskey, () => ({ invalid_credentials: 'passkey.refused' }))

  readonly #useProvider = (): Promise<void> => {
    const { screen, id } = this.place
    return this.#try(
      () => redirectToIdentityProvider(screen === 'invitation' ? id : null),
      () => ({ unavailable: 'identity.unavailable' }),
    )
  }

  #signIn(send: () => Promise<DashboardSession>, sentencesFor: SignInForm['sentencesFor']): Promise<void> {
    return this.#try(async () => {
      const session = await send()
      this.dispatchEvent(new CustomEvent<DashboardSession>('signed-in', { detail: session }))
    }, sentencesFor)
  }

  async #try(run: () => Promise<void>, sentencesFor: SignInForm['sentencesFor']): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.fault = ''
    try {
      await run()
    } catch (error) {
      this.fault = explainError(error, this.say, error instanceof BillingError ? sentencesFor?.(error) : undefined)
    }
    this.isBusy = false
  }
}
