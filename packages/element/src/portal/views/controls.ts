import { html, nothing } from 'lit'
import { alertIcon, tickIcon } from '../../drawing/outcome-icons.ts'
import type { Rendering } from '../../drawing/view.ts'
import type { NoticePlace } from '../state/portal-state.ts'
import type { PortalViewInput } from './portal-view.ts'

/** A button of the portal. */
export interface PortalButton {
  readonly id: string
  readonly label: string
  readonly onClick?: () => void
  /** `main` looks like the checkout's secondary button, because the primary look is for buttons that pay. */
  readonly kind?: 'main' | 'quiet'
  /** The id of the element that describes the button, so that a screen reader can distinguish buttons with the same label. */
  readonly about?: string
}

/** The CSS part of each kind of button. */
const partOf = { main: { part: 'button' }, quiet: { part: 'action' } } as const

/** A button. While a change is in progress, the button stays focusable, so that the focus is not lost. */
export const renderButton = ({ id, label, onClick, kind = 'quiet', about }: PortalButton, isBusy: boolean): Rendering =>
  html`<button
    id=${id}
    class=${kind === 'main' ? 'button secondary' : 'quiet'}
    part=${partOf[kind].part}
    type=${onClick ? 'button' : 'submit'}
    aria-disabled=${isBusy ? 'true' : 'false'}
    aria-describedby=${about ?? nothing}
    @click=${(event: Event) => {
      if (isBusy) event.preventDefault()
      else onClick?.()
    }}
  >
    ${label}
  </button>`

/** The message that belongs to `place`. It receives the focus, so that screen readers read it. */
export const renderNoticeAt = (
  place: NoticePlace,
  { state, texts }: Pick<PortalViewInput, 'state' | 'texts'>,
): Rendering => {
  const { notice } = state
  if (notice?.place !== place) return nothing
  return html`<div
    class="notice ${notice.tone}"
    part="notice"
    id="notice"
    role="group"
    tabindex="-1"
    aria-labelledby="notice-words"
  >
    ${notice.tone === 'success' ? tickIcon : alertIcon}
    <p id="notice-words">${texts.say(notice.key, notice.values)}</p>
  </div>`
}

/** A section with its heading. */
export const renderSection = (id: string, title: string, content: unknown): Rendering =>
  html`<section class="section" part="section" aria-labelledby="${id}-title">
    <h2 class="section-title" part="section-title" id="${id}-title" tabindex="-1">${title}</h2>
    ${content}
  </section>`

/**
 * The heading of an opened question, list or form, one level below the heading of its section or subscription. The heading receives the
 * focus.
 */
export const renderTaskTitle = (words: unknown, level: 3 | 4): Rendering =>
  level === 3
    ? html`<h3 class="task-title" part="task-title" id="task" tabindex="-1">${words}</h3>`
    : html`<h4 class="task-title" part="task-title" id="task" tabindex="-1">${words}</h4>`
