import type { Payment, ProblemCode } from '@billing-checkout/contract'

/** What a notice can be about besides a declined payment: what the server refused, or what went wrong here. */
export type Trouble = ProblemCode | 'box_unticked' | 'frame_unavailable' | 'offline' | 'preview' | 'trial_used'

/** Something the shopper has to know above the form; the views put it into words. */
export type Notice =
  | {
      readonly kind: 'problem'
      readonly code: Trouble
      readonly paths?: readonly string[] | undefined
      /** Whether it answers no press: then it does not get the focus, which would read it out. */
      readonly isNews?: true
    }
  | { readonly kind: 'declined'; readonly payment: Payment }

/** That a payment was not started. */
export const problemNotice = (code: Trouble, paths?: readonly string[]): Notice => ({ kind: 'problem', code, paths })

/** A notice that the shopper gets without having pressed the button. */
export const newsNotice = (code: Trouble): Notice => ({ kind: 'problem', code, isNews: true })

/** Takes a notice back whose cause is gone. */
export const withdrawNotice = (state: { notice: Notice | null }, code: Trouble): void => {
  if (state.notice?.kind === 'problem' && state.notice.code === code) state.notice = null
}
