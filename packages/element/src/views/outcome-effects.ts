import { type ActionParts, ActionStage } from '../checkout/actions/action-stage.ts'
import type { CheckoutState } from '../checkout/state/checkout-state.ts'
import type { Notice } from '../checkout/state/notice.ts'
import type { Phase } from '../checkout/state/phase.ts'
import type { OutcomeRoom } from '../page/outcome-room.ts'
import type * as Page from '../page/page.ts'
import type { Lazy } from './lazy-part.ts'
import type { ToFrame } from '../card-frame/link/protocol.ts'
import { OutcomeFocus } from './outcome/outcome-focus.ts'

/** The card form, as far as it goes along. */
interface FollowedCard {
  readonly frame: HTMLIFrameElement
  /** What it has reported; nothing before the first input. */
  readonly card: { readonly empty?: boolean }
  readonly tell: (message: ToFrame) => void
}

/** What goes along with a payment: what the shopper does elsewhere, where the focus goes, and how much room there is. */
export interface OutcomeEffects {
  readonly stage: ActionStage
  /** Looks at what is drawn before `phase` is. */
  readonly beforeRender: OutcomeRoom['keep']
  /** Looks at what was drawn. */
  readonly afterRender: (
    phase: Phase,
    root: ParentNode,
    state: Pick<CheckoutState, 'notice' | 'checkout'> | null,
    card: FollowedCard | null,
  ) => void
}

interface EffectParts extends ActionParts {
  readonly page: Lazy<typeof Page>
}

/** Those of an element that is in `phase`. */
export const effectsFrom = (phase: Phase, parts: EffectParts): OutcomeEffects => {
  const focus = new OutcomeFocus()
  let room: OutcomeRoom | null = null
  let drawnLast = phase
  let toldLast: Notice | null = null
  let chargedBy: string | undefined
  return {
    stage: new ActionStage(parts),
    beforeRender(next, root) {
      const part = parts.page(false)
      if (part !== null) room ??= new part.OutcomeRoom(drawnLast)
      room?.keep(next, root)
      drawnLast = next
    },
    afterRender(drawn, root, state, card) {
      const { notice = null, checkout = null } = state ?? {}
      const connection = checkout?.connections.CARD
      if (card !== null && connection !== undefined) {
        // What was typed is not thrown away before the server refuses it: it may be good for either connection.
        const isStale = (chargedBy ?? connection) !== connection && card.card.empty !== false
        if (isStale || (notice !== toldLast && isOtherConnection(notice))) reload(card)
        chargedBy = connection
      }
      toldLast = notice
      if (drawn === 'paid' && root instanceof ShadowRoot) emptyAdopted(root.host)
      focus.follow(drawn, root, notice, card)
      // After the focus, which scrolls.
      room?.settle()
    },
  }
}

/** Takes away what was typed into the page's own card frame, which stays in the page without the form. */
const emptyAdopted = (element: Element): void => {
  for (const frame of element.querySelectorAll<HTMLIFrameElement>(':scope > iframe[slot^=http]')) {
    frame.slot = 'past'
    frame.contentWindow?.location.replace('about:blank')
  }
}

/** Whether another connection takes new cards now than the one that the card form was made for. */
const isOtherConnection = (notice: Notice | null): boolean =>
  notice?.kind === 'problem' && notice.code === 'connection_changed'

/** Not by its `src`: a changed address would be an entry in the history of the page. */
const reload = ({ frame }: FollowedCard): void => frame.contentWindow?.location.replace(frame.src)
