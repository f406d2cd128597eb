import type { DashboardSession } from '@billing-checkout/contract'
import { html, type PropertyValues, type TemplateResult } from 'lit'
import { explainError } from '../api/explain-error.ts'
import { createDashboardClient } from '../api/create-dashboard-client.ts'
import { fetchAsUser } from '../api/session/fetch-as-user.ts'
import { findSession, signOut } from '../api/session/session-requests.ts'
import { createUserClient } from '../api/user-client.ts'
import { button } from '../parts/button.ts'
import { emptyStatePage } from '../parts/description-list.ts'
import { LightElement } from '../parts/light-element.ts'
import { followLinks, navigate } from '../places/navigate.ts'
import { isOneTimeLink, pathOfScreen, type ScreenLocation, parseScreenLocation } from '../places/screen-location.ts'
import { drawScreen } from '../screens/draw-screen.ts'
import { createFormat } from '../words/format.ts'
import { type Language, languageFor, type Say, createSay } from '../words/say.ts'
import type { Context } from './context.ts'
import { pageFrame } from './page-frame.ts'
import { openClockDialog } from './open-clock-dialog.ts'
import { openOrganizationDialog } from './open-organization-dialog.ts'
import { openSearchDialog } from './open-search-dialog.ts'
import { sessionPrompts } from './session-dialogs.ts'

const languageKey = 'billing-dashboard-language'

/** `<billing-dashboard>`: the whole dashboard. The page's address decides what it shows. */
export class BillingDashboard extends LightElement {
  static override readonly properties = {
    session: { state: true },
    place: { state: true },
    language: { state: true },
    moves: { state: true },
    error: { state: true },
  }

  /** Undefined until the server has answered whether a user is signed in. */
  declare session: DashboardSession | null | undefined
  declare place: ScreenLocation
  declare language: Language
  /** How often this page has moved the sandbox clock. Each move loads the screen again. */
  declare moves: number
  declare error: unknown
  #context: Context | null = null

  constructor() {
    super()
    this.place = parseScreenLocation(location)
    this.moves = 0
    this.language = languageFor([localStorage.getItem(languageKey) ?? '', ...navigator.languages])
  }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('popstate', this.#navigated)
    addEventListener('click', followLinks)
    addEventListener('keydown', this.#pressed)
    // The callback page itself signs a user in or confirms an identity, so an existing session is not loaded.
    if (this.place.screen !== 'callback') void this.#start()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('popstate', this.#navigated)
    removeEventListener('click', followLinks)
    removeEventListener('keydown', this.#pressed)
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    document.documentElement.lang = this.language
    const { session } = this
    this.#redirect()
    const found = session?.organizations.find(({ id }) => id === this.place.organizationId)
    if (changed.has('session') || changed.has('language') || this.#context?.organization !== found)
      this.#context = session && found ? this.#contextIn(session, found) : null
  }

  override render(): TemplateResult {
    const say = createSay(this.language)
    const { session, place } = this
    if (this.error !== undefined)
      return html`<main class="sign-in">
        <div class="notice bad" role="alert">
          <p>${explainError(this.error, say)}</p>
          ${button(say('app.tryAgain'), () => this.#start())}
        </div>
      </main>`
    if (place.screen === 'callback')
      return html`<callback-view .say=${say} @signed-in=${this.#signedIn}></callback-view>`
    if (session === undefined) return html`<p class="progress" role="status">${say('app.loading')}</p>`
    // The form for an invitation or a new password is shown even if a user is signed in, because its link may be for another person.
    if (session === null || isOneTimeLink(place))
      return html`<sign-in-view .say=${say} .place=${place} @signed-in=${this.#signedIn}></sign-in-view>`
    const handlers = {
      signOut: this.#signOut,
      setLanguage: this.#setLanguage,
      search: () => this.#search(),
      moveClock: this.#moveClock,
      createOrganization: this.#createOrganization,
    }
    const content = this.#context === null ? this.#withoutContext(say) : drawScreen(this.#context, place, this.moves)
    return pageFrame(
      { session, place, say, language: this.language, context: this.#context, moves: this.moves, handlers },
      content,
    )
  }

  /**
   * If the address names no organization, leads to the home screen of the user's first organization. Also leaves the set-up page, because a
   * signed-in user does not need it.
   */
  #redirect(): void {
    const { session, place } = this
    const id = session?.organizations[0]?.id
    if (id === undefined || place.organizationId !== null) return
    if (place.screen === 'home' || place.screen === 'set-up') navigate(pathOfScreen(id, 'home'), 'replace')
  }

  #withoutContext(say: Say): TemplateResult {
    return this.session?.organizations.length === 0
      ? this.#withoutOrganization(say)
      : emptyStatePage(say('app.notFound'), say('app.notFoundHint'), html`<a href="/dashboard">${say('nav.home')}</a>`)
  }

  /** Drawn if the user has no organization. An operator, such as the first user, can create one; other users wait for an invitation. */
  #withoutOrganization(say: Say): TemplateResult {
    if (!this.session?.user.is_operator) return emptyStatePage(say('app.noOrganization'), say('app.noOrganizationHint'))
    return emptyStatePage(
      say('organization.none'),
      say('organization.hint'),
      button(say('organization.create'), this.#createOrganization, 'primary'),
    )
  }

  #contextIn(session: DashboardSession, organization: Context['organization']): Context {
    const say = createSay(this.language)
    const send = fetchAsUser(organization.id, sessionPrompts(session, say))
    const format = createFormat(this.language, say)
    return {
      session,
      organization,
      client: createDashboardClient(send),
      userClient: createUserClient(send),
      send,
      say,
      format,
    }
  }

  readonly #start = async (): Promise<void> => {
    this.error = undefined
    try {
      this.session = await findSession()
    } catch (error) {
      this.error = error
    }
  }

  readonly #navigated = (): void => {
    const before = this.place
    this.place = parseScreenLocation(location)
    if (before.screen === this.place.screen && before.id === this.place.id) return
    if (before.screen === 'callback' && this.session === undefined) void this.#start()
    scrollTo(0, 0)
    // Focus the new content, so that keyboard users and screen readers start there, like after a page load.
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true }))
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    this.#search()
  }

  #search(): void {
    if (this.#context !== null) openSearchDialog(this.#context)
  }

  readonly #moveClock = async (): Promise<void> => {
    if (this.#context !== null && (await openClockDialog(this.#context))) this.moves += 1
  }

  readonly #createOrganization = async (): Promise<void> => {
    const made = this.session ? await openOrganizationDialog(this.session, createSay(this.language)) : null
    if (made === null) return
    this.session = made.session
    navigate(pathOfScreen(made.id, 'home'))
  }

  readonly #signedIn = (event: CustomEvent<DashboardSession>): void => {
    this.session = event.detail
    // The link works only once, so leave its address.
    if (isOneTimeLink(this.place)) navigate('/dashboard', 'replace')
  }

  readonly #signOut = async (): Promise<void> => {
    try {
      await signOut()
      this.session = null
      navigate('/dashboard', 'replace')
    } catch (error) {
      this.error = error
    }
  }

  readonly #setLanguage = (language: Language): void => {
    localStorage.setItem(languageKey, language)
    this.language = language
  }
}
