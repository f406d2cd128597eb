import type { DashboardSession } from '@billing-checkout/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { button } from '../parts/button.ts'
import { navigate } from '../places/navigate.ts'
import { pathOfScreen, type ScreenLocation, screens } from '../places/screen-location.ts'
import type { Language, Say } from '../words/say.ts'
import { type Context, isAllowed } from './context.ts'

/** The input of the frame around a screen. */
export interface PageFrameOptions {
  readonly session: DashboardSession
  readonly place: ScreenLocation
  readonly say: Say
  readonly language: Language
  readonly context: Context | null
  /** How often this page has moved the sandbox clock. */
  readonly moves: number
  readonly handlers: {
    readonly signOut: () => void
    readonly setLanguage: (language: Language) => void
    readonly search: () => void
    readonly moveClock: () => void
    readonly createOrganization: () => void
  }
}

/** The navigation around a screen. */
export const pageFrame = (parts: PageFrameOptions, content: unknown): TemplateResult => {
  const { session, place, say, language, context, moves, handlers } = parts
  const movesClock = context !== null && !context.organization.is_live && isAllowed(context, 'advanceSandboxClock')
  return html`<a class="skip" href="#content" @click=${skip}>${say('app.skip')}</a>
    <header class="top">
      <a class="brand" href="/dashboard">${say('app.name')}</a>
      ${
        context && !context.organization.is_live
          ? html`<span class="chip waiting" title=${say('app.sandboxHint')}>${say('app.sandbox')}</span>`
          : nothing
      }
      <span class="grow"></span>
      ${
        movesClock
          ? html`<sandbox-clock
              class="wide-only"
              .context=${context}
              .moves=${moves}
              @move-clock=${handlers.moveClock}
            ></sandbox-clock>`
          : nothing
      }
      ${
        context
          ? html`<button type="button" class="button search" aria-keyshortcuts="Control+K" @click=${handlers.search}>
              ${say('app.search')} <kbd aria-hidden="true">Ctrl K</kbd>
            </button>`
          : nothing
      }
      <button type="button" class="button" popovertarget="account">${say('app.menu')}</button>
      <div id="account" popover class="menu">
        <p class="quiet">${say('app.signedInAs', { name: '' })}<br /><bdi class="strong">${session.user.name}</bdi></p>
        <label>
          ${say('app.language')}
          <select
            @change=${(event: Event) => handlers.setLanguage((event.target as HTMLSelectElement).value as Language)}
          >
            <option value="en" lang="en" ?selected=${language === 'en'}>English</option>
            <option value="de" lang="de" ?selected=${language === 'de'}>Deutsch</option>
          </select>
        </label>
        ${movesClock ? button(say('clock.title'), handlers.moveClock) : nothing}
        ${session.user.is_operator ? button(say('organization.create'), handlers.createOrganization) : nothing}
        ${
          context === null
            ? nothing
            : html`<a class="button" href=${pathOfScreen(context.organization.id, 'settings', 'account')}
                >${say('settings.tab.account')}</a
              >`
        }
        ${button(say('app.signOut'), handlers.signOut)}
      </div>
    </header>
    <div class="frame">
      <nav aria-label=${say('nav.main')}>
        ${organizationChooser(parts)}
        <ul>
          ${
            context === null
              ? nothing
              : screens.map(
                  (screen) =>
                    html`<li>
                      <a
                        href=${pathOfScreen(context.organization.id, screen)}
                        aria-current=${place.screen === screen ? (place.id === null ? 'page' : 'true') : nothing}
                        >${say(`nav.${screen}`)}</a
                      >
                    </li>`,
                )
          }
        </ul>
      </nav>
      <main id="content" tabindex="-1">${content}</main>
    </div>`
}

const organizationChooser = ({ session, say, context }: PageFrameOptions): unknown => {
  if (context === null) return nothing
  const { organization } = context
  if (session.organizations.length === 1) return html`<p class="organization"><bdi>${organization.name}</bdi></p>`
  const choose = (event: Event): void => navigate(pathOfScreen((event.target as HTMLSelectElement).value, 'home'))
  return html`<label class="organization">
    <span class="hidden">${say('app.organization')}</span>
    <select @change=${choose}>
      ${session.organizations.map(
        ({ id, name }) => html`<option value=${id} ?selected=${id === organization.id}>${name}</option>`,
      )}
    </select>
  </label>`
}

/** Focuses the content by script, because a `#content` link would add an entry to the browser's history. */
const skip = (event: Event): void => {
  event.preventDefault()
  document.querySelector<HTMLElement>('#content')?.focus()
}
