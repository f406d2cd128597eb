import { type ActionParts, ActionStage } from '../checkout/actions/action-stage.ts'
import type { Phase } from '../checkout/state/phase.ts'
import { OutcomeFocus } from './outcome/outcome-focus.ts'
import { OutcomeRoom } from './outcome/outcome-room.ts'

/** What goes along with a payment: what the shopper does elsewhere, where the focus goes, and how much room there is. */
export interface Followers {
  readonly stage: ActionStage
  readonly focus: OutcomeFocus
  readonly room: OutcomeRoom
}

/** Those of an element that is in `phase`. */
export const followersFrom = (phase: Phase, parts: ActionParts): Followers => ({
  stage: new ActionStage(parts),
  focus: new OutcomeFocus(),
  room: new OutcomeRoom(phase),
})
