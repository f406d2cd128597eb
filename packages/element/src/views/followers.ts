import { type ActionParts, ActionStage } from '../checkout/actions/action-stage.ts'
import type * as PaymentPart from '../checkout/payment/payment-part.ts'
import type { Phase } from '../checkout/state/phase.ts'
import type { Lazy } from './lazy-part.ts'
import { OutcomeFocus } from './outcome/outcome-focus.ts'
import type { OutcomeRoom } from './outcome/outcome-room.ts'

/** What goes along with a payment: what the shopper does elsewhere, where the focus goes, and how much room there is. */
export interface Followers {
  readonly stage: ActionStage
  /** Looks at what is drawn before `phase` is. */
  readonly beforeRender: OutcomeRoom['keep']
  /** Looks at what was drawn. */
  readonly afterRender: OutcomeFocus['follow']
}

interface FollowerParts extends ActionParts {
  readonly payment: Lazy<typeof PaymentPart>
}

/** Those of an element that is in `phase`. */
export const followersFrom = (phase: Phase, parts: FollowerParts): Followers => {
  const focus = new OutcomeFocus()
  let room: OutcomeRoom | null = null
  let drawnLast = phase
  return {
    stage: new ActionStage(parts),
    beforeRender(next, root) {
      const part = parts.payment(false)
      if (part !== null) room ??= new part.OutcomeRoom(drawnLast)
      room?.keep(next, root)
      drawnLast = next
    },
    afterRender(drawn, root, notice, card) {
      focus.follow(drawn, root, notice, card)
      // After the focus, which scrolls.
      room?.settle()
    },
  }
}
