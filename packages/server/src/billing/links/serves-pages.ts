import { Problem } from '@billing-checkout/contract'
import type { Billing } from '../billing.ts'

type PlaceOfPages = Pick<Billing, 'mode' | 'frameOrigin' | 'hostedPages'>

/**
 * Why this server serves no pages for shoppers; null if it serves them. In live mode, it serves them only if the card frame has an origin
 * of its own; otherwise, a flaw in a page would expose the card that is typed into the frame.
 */
export const whyNoPages = ({ mode, frameOrigin, hostedPages }: PlaceOfPages): string | null => {
  if (hostedPages !== 'on') return reasons[hostedPages]
  return mode === 'sandbox' || frameOrigin() !== null ? null : reasons['no frame origin']
}

const reasons = {
  off: 'This server serves no pages for shoppers, because the operator has set HOSTED_PAGES=off.',
  'not built':
    'This server serves no pages for shoppers, because its element is not built: the operator runs `npm run build` and restarts it.',
  'no frame origin':
    'This live server serves no pages for shoppers, because its card frame has no origin of its own: the operator sets FRAME_ORIGIN.',
} as const

/** Throws `unavailable` if this server serves no pages. */
export const refuseWithoutPages = (place: PlaceOfPages): void => {
  const reason = whyNoPages(place)
  if (reason !== null) throw new Problem('unavailable', reason)
}
