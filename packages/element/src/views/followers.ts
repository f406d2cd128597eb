import { type ActionParts, ActionStage } from '../checkout/actions/action-stage.ts'
import type { Phase } from '../checkout/state/phase.ts'
import { OutcomeFocus } from './outcome/outcome-focus.ts'
import { OutcomeRoom } from './outcome/outcome-room.ts'

/** What goes along with a payment: what the shopper does elsewhere, where the focus goes, and how much room there is. */
export interface Followers {
  readonly stage: ActionStage
  readonly room: OutcomeRoom
  /** Looks at what was drawn. */
  readonly follow: OutcomeFocus['follow']
}

/** Those of an element that is in `phase`. */
export const followersFrom = (phase: Phase, parts: ActionParts): Followers => {
  const [focus, room] = [new OutcomeFocus(), new OutcomeRoom(phase)]
  return {
    stage: new ActionStage(parts),
    room,
    follow(drawn, root, notice, card) {
      focus.follow(drawn, root, notice, card)
      // After the focus, which scrolls.
      room.settle(root)
    },
  }
}
