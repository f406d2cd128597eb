import { Problem } from '@billing-checkout/contract'
import type { Billing } from '../billing.ts'

type PlaceOfFrames = Pick<Billing, 'mode' | 'frameOrigin'>

/**
 * Whether this server serves pages for shoppers. In live mode, it does so only if the card frame has an origin of its own. Otherwise, a
 * flaw in such a page would expose the card that is typed into the frame.
 */
export const servesPages = ({ mode, frameOrigin }: PlaceOfFrames): boolean =>
  mode === 'sandbox' || frameOrigin() !== null

/** Why a server serves no pages. */
export const noPages =
  'This live server serves no pages for shoppers, because its card frame has no origin of its own: the operator sets FRAME_ORIGIN.'

/** Throws `unavailable` if this server serves no pages. */
export const refuseWithoutPages = (place: PlaceOfFrames): void => {
  if (!servesPages(place)) throw new Problem('unavailable', noPages)
}
