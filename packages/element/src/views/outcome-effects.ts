import { type ActionChunks, ActionDisplay } from '../checkout/actions/action-display.ts'
import type { CheckoutState } from '../checkout/state/checkout-state.ts'
import type { Notice } from '../messages/notice.ts'
import type { Phase } from '../checkout/state/phase.ts'
import type { OutcomeFocus } from '../page/outcome-focus.ts'
import type { ReservedHeight } from '../page/reserved-height.ts'
import type * as Page from '../page/page.ts'
import type { LazyLoader } from '../drawing/lazy-chunk.ts'
import type { MessageToFrame } from '../card-frame/link/protocol.ts'
import { isSecurityCodeRejected } from './notice.ts'

/** The part of the card form that the effects use. */
interface FollowedCard {
  readonly frame: HTMLIFrameElement
  /** The card's last reported state; without `empty` before the first report. */
  readonly card: { readonly empty?: boolean }
  readonly tell: (message: MessageToFrame) => void
}

/** Effects of a payment in addition to its views: the shopper's actions at a bank or wallet, the focus, and the reserved space. */
export interface OutcomeEffects {
  readonly stage: ActionDisplay
  /** Call this before the view of `phase` is drawn. */
  readonly beforeRender: ReservedHeight['keep']
  /** Call this after a view was drawn. */
  readonly afterRender: (
    phase: Phase,
    root: ParentNode,
    state: Pick<CheckoutState, 'notice' | 'checkout'> | null,
    card: FollowedCard | null,
  ) => void
}

interface EffectParts extends ActionChunks {
  readonly page: LazyLoader<typeof Page>
}

/** Creates the effects for an element that is in `phase` now. */
export const effectsOf = (phase: Phase, parts: EffectParts): OutcomeEffects => {
  let focus: OutcomeFocus | null = null
  let room: ReservedHeight | null = null
  let drawnLast = phase
  let toldLast: Notice | null = null
  let formerConnection: string | undefined
  return {
    stage: new ActionDisplay(parts),
    beforeRender(next, root) {
      const part = parts.page(false)
      if (part !== null) room ??= new part.ReservedHeight(drawnLast)
      room?.keep(next, root)
      drawnLast = next
    },
    afterRender(drawn, root, state, card) {
      const { notice = null, checkout = null } = state ?? {}
      const connection = checkout?.connections.CARD
      if (card !== null && connection !== undefined) {
        // The frame keeps a typed card until the server refuses it, because the card may be valid for both connections.
        const isStale = (formerConnection ?? connection) !== connection && card.card.empty !== false
        if (isStale || (notice !== toldLast && isOtherConnection(notice))) reload(card)
        formerConnection = connection
      }
      toldLast = notice
      if (root instanceof ShadowRoot) {
        if (drawn === 'paid') emptyAdopted(root.host)
        const part = parts.page()
        if (part !== null) focus ??= new part.OutcomeFocus()
        focus?.follow(drawn, root, isSecurityCodeRejected(notice) ? card : null)
      }
      // Must follow the focus change, because focusing scrolls the page.
      room?.settle()
    },
  }
}

/** Empties the page's own card frame, because that frame stays in the page although the form is gone. */
const emptyAdopted = (element: Element): void => {
  for (const frame of element.querySelectorAll<HTMLIFrameElement>(':scope > iframe[slot^=http]')) {
    frame.slot = 'past'
    frame.contentWindow?.location.replace('about:blank')
  }
}

/** Whether the server refused a payment because another connection now charges new cards. */
const isOtherConnection = (notice: Notice | null): boolean =>
  notice?.kind === 'problem' && notice.code === 'connection_changed'

/** Loads the frame again, by its location, because setting `src` would add an entry to the page's history. */
const reload = ({ frame }: FollowedCard): void => frame.contentWindow?.location.replace(frame.src)
