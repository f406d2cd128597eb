import { html } from 'lit'
import type { ShownAction } from '../checkout/actions/shown-action.ts'
import type { Texts } from '../messages/texts.ts'
import { spinnerIcon } from '../drawing/outcome-icons.ts'
import type { Rendering } from '../drawing/view.ts'

const titles = { open: 'action.elsewhere', blocked: 'action.blocked' } as const

/** Says that the payment continues in another window, with buttons that bring the window to the front or cancel. */
export const renderRedirect = (texts: Texts, action: () => ShownAction | null): Rendering =>
  html`<section class="outcome neutral" part="outcome" aria-labelledby="outcome-title">
    <span class="sign" part="outcome-icon">${spinnerIcon}</span>
    <h2 class="outcome-title" part="outcome-title" id="outcome-title" tabindex="-1">
      ${texts.say(titles[action()?.window ?? 'open'])}
    </h2>
    <p class="outcome-body" part="outcome-body">${texts.say('action.returns')}</p>
    <button class="button secondary" part="action" type="button" @click=${() => action()?.reopen?.()}>
      ${texts.say('action.open')}
    </button>
    <button class="button plain" part="action" type="button" @click=${() => action()?.cancel?.()}>
      ${texts.say('action.cancel')}
    </button>
  </section>`
