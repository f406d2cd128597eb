import type { Payment, ProblemCode } from '@billing-checkout/contract'

/** The subject of a notice other than a declined payment: an error code of the server, or a problem in the page. */
export type NoticeCode = ProblemCode | 'box_unticked' | 'frame_unavailable' | 'offline' | 'preview' | 'trial_used'

/** A message to the shopper above the form; the views choose its text. */
export type Notice =
  | {
      readonly kind: 'problem'
      readonly code: NoticeCode
      readonly paths?: readonly string[] | undefined
      /** True if the notice is not the result of trying to pay; it then does not receive the focus. */
      readonly isNews?: true
    }
  | { readonly kind: 'declined'; readonly payment: Payment }

/** A notice that no payment was made, after the shopper has tried to pay. */
export const problemNotice = (code: NoticeCode, paths?: readonly string[]): Notice => ({ kind: 'problem', code, paths })

/** A notice that is not the result of trying to pay. */
export const unpromptedNotice = (code: NoticeCode): Notice => ({ kind: 'problem', code, isNews: true })

/** Removes a notice whose cause is gone. */
export const withdrawNotice = (state: { notice: Notice | null }, code: NoticeCode): void => {
  if (state.notice?.kind === 'problem' && state.notice.code === code) state.notice = null
}
