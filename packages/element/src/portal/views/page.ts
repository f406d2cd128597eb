import { html, nothing } from 'lit'
import type { Texts } from '../../messages/texts.ts'
import type { Rendering } from '../../drawing/view.ts'
import type { PortalState } from '../state/portal-state.ts'
import { renderButton, renderNoticeAt } from './controls.ts'
import { renderDetails } from './details.ts'
import { renderMethods } from './methods.ts'
import { renderPayments } from './payments.ts'
import { isFeatureOffered, type PortalHandlers, type PortalViewInput } from './portal-view.ts'
import { renderSubscriptions } from './subscriptions.ts'

/** The options of a checkout inside the portal. */
export interface EmbeddedCheckoutOptions {
  readonly server: string
  readonly frameOrigin: string | null
  readonly theme: string | null
}

/** Everything in the panel. */
export const renderPage = (
  state: PortalState,
  texts: Texts,
  on: PortalHandlers,
  place: EmbeddedCheckoutOptions,
): Rendering => {
  const { phase, portal } = state
  if (phase === 'unavailable') return renderUnavailable(texts, on)
  if (phase === 'signed-out' || (phase === 'expired' && portal === null)) return renderSignedOut(phase, texts)
  if (portal === null || texts.locale === '') return renderSkeleton()
  const view: PortalViewInput = { portal, texts, state, on }
  return html`${phase === 'expired' ? renderSignedOut(phase, texts) : nothing}
    <div class="account" ?inert=${phase === 'expired'}>
      ${state.task?.kind === 'checkout' ? renderCheckout(view, place) : nothing}
      <div class="sections" ?hidden=${state.task?.kind === 'checkout'}>
        ${renderNoticeAt('top', view)} ${renderSubscriptions(view)} ${renderMethods(view)}
        ${isFeatureOffered(view, 'payments') ? renderPayments(view) : nothing}
        ${isFeatureOffered(view, 'address') ? renderDetails(view) : nothing} ${renderFoot(view)}
      </div>
    </div>`
}

/** A skeleton until the account has loaded. */
const renderSkeleton = (): Rendering =>
  html`<div class="sections" part="skeleton" aria-hidden="true">
    ${[1, 2, 3].map(
      () =>
        html`<div class="section">
          <p class="section-title"><span class="bone"></span></p>
          <div class="item"><span class="bone plan"></span><span class="bone"></span></div>
        </div>`,
    )}
  </div>`

/** Says that the account could not be loaded. Before a catalogue has loaded, only the built-in `unavailable.title` exists. */
const renderUnavailable = (texts: Texts, on: PortalHandlers): Rendering =>
  html`<div class="outcome" part="outcome">
    <h2 class="outcome-title" part="outcome-title" id="outcome" tabindex="-1">
      ${texts.say('portal.unavailable') || texts.say('unavailable.title')}
    </h2>
    <div class="actions">
      ${renderButton({ id: 'retry', label: texts.say('unavailable.action'), kind: 'main', onClick: on.retry }, false)}
    </div>
  </div>`

const renderSignedOut = (phase: PortalState['phase'], texts: Texts): Rendering =>
  html`<div class="outcome" part="outcome">
    <h2 class="outcome-title" part="outcome-title" id="outcome" tabindex="-1">${texts.say('portal.expired')}</h2>
    ${
      phase === 'expired'
        ? html`<p class="outcome-body" part="outcome-body">${texts.say('portal.expired_body')}</p>`
        : nothing
    }
    <slot name="signed-out"></slot>
  </div>`

/** The checkout for a charge or a new method. It takes the whole panel, because it has its own price summary, consent and card form. */
const renderCheckout = (
  { texts, state, on }: PortalViewInput,
  { server, frameOrigin, theme }: EmbeddedCheckoutOptions,
): Rendering =>
  state.task?.kind !== 'checkout'
    ? nothing
    : html`<div class="section charge">
        <div class="actions">
          ${renderButton({ id: 'back', label: texts.say('portal.back'), onClick: () => on.open(null) }, false)}
        </div>
        <billing-checkout
          session-id=${state.task.session}
          server=${server}
          frame-origin=${frameOrigin ?? nothing}
          theme=${theme ?? nothing}
          locale=${texts.locale}
        ></billing-checkout>
      </div>`

const renderFoot = ({ portal, texts, state, on }: PortalViewInput): Rendering => {
  const { merchant, return_url: returnUrl, withdrawal_url: withdrawal } = portal
  const links = [
    ['portal.return', returnUrl],
    ['portal.withdraw', withdrawal],
    ['terms', merchant.terms_url],
    ['privacy', merchant.privacy_url],
    ['help', merchant.support_email && `mailto:${merchant.support_email}`],
  ] as const
  return html`<footer class="foot">
    <p class="links" part="links">
      ${links.map(([key, href]) =>
        href
          ? html`<a part="link" href=${href} target=${key === 'portal.return' ? nothing : '_blank'} rel="noopener"
              >${texts.say(key)}</a
            >`
          : nothing,
      )}
    </p>
    ${renderButton({ id: 'sign-out', label: texts.say('portal.sign_out'), onClick: on.signOut }, state.busy !== null)}
  </footer>`
}
