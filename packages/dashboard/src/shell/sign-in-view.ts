import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { DashboardSession } from '../api/dashboard-session.ts'
import { explainError } from '../api/explain-error.ts'
import { setUp, signIn } from '../api/session-requests.ts'
import { field } from '../parts/field.ts'
import type { Say } from '../words/say.ts'

/** Signs a user in, or makes the first one with a set-up code. Fires `signed-in` with the session. */
export class SignInView extends LitElement {
  static override readonly properties = {
    say: { attribute: false },
    isSetUp: { attribute: false },
    fault: { state: true },
    isBusy: { state: true },
  }

  declare say: Say
  declare isSetUp: boolean
  declare fault: string
  declare isBusy: boolean

  constructor() {
    super()
    this.isSetUp = false
    this.fault = ''
    this.isBusy = false
  }

  protected override createRenderRoot(): HTMLElement {
    return this
  }

  override render(): TemplateResult {
    const { say, isSetUp } = this
    return html`<main class="sign-in" id="content">
      <p class="brand">${say('app.name')}</p>
      <h1>${say(isSetUp ? 'setUp.title' : 'signIn.title')}</h1>
      ${isSetUp ? html`<p>${say('setUp.hint')}</p>` : nothing}
      <form @submit=${this.#submit}>
        ${
          isSetUp
            ? [
                field({ name: 'code', label: say('setUp.code'), hint: say('setUp.codeHint'), isWithFocus: true }),
                field({ name: 'name', label: say('setUp.name'), autocomplete: 'name' }),
              ]
            : nothing
        }
        ${field({
          name: 'email',
          label: say('signIn.email'),
          type: 'email',
          autocomplete: 'username',
          isWithFocus: !isSetUp,
        })}
        ${
          isSetUp
            ? field({
                name: 'password',
                label: say('signIn.password'),
                type: 'password',
                autocomplete: 'new-password',
                lengthMin: 12,
                hint: say('setUp.passwordHint'),
              })
            : field({
                name: 'password',
                label: say('signIn.password'),
                type: 'password',
                autocomplete: 'current-password',
              })
        }
        ${this.fault === '' ? nothing : html`<p class="fault" role="alert">${this.fault}</p>`}
        <button class="button primary" aria-disabled=${this.isBusy ? 'true' : 'false'}>
          ${this.isBusy ? say('app.loading') : say(isSetUp ? 'setUp.submit' : 'signIn.submit')}
        </button>
      </form>
      <p>
        ${
          isSetUp
            ? html`<a href="/dashboard">${say('signIn.title')}</a>`
            : html`<a href="/dashboard/set-up">${say('signIn.setUp')}</a>`
        }
      </p>
    </main>`
  }

  readonly #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (this.isBusy) return
    const form = new FormData(event.target as HTMLFormElement)
    const typed = (name: string): string => String(form.get(name) ?? '')
    const credentials = { email: typed('email'), password: typed('password') }
    this.isBusy = true
    this.fault = ''
    try {
      const session = this.isSetUp
        ? await setUp({ ...credentials, code: typed('code').trim(), name: typed('name') })
        : await signIn(credentials)
      this.dispatchEvent(new CustomEvent<DashboardSession>('signed-in', { detail: session }))
    } catch (error) {
      this.fault = explainError(error, this.say)
    }
    this.isBusy = false
  }
}
