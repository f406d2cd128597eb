import type { DeclineCode } from './declines.ts'

/** A payment token that a device's wallet gives in the sandbox, and what it does there. */
export interface TestWalletToken {
  readonly token: string
  readonly type: 'APPLE_PAY' | 'GOOGLE_PAY'
  readonly title: string
  readonly declines?: DeclineCode
}

/** The published wallet tokens; the other three kinds are answered on a page of the sandbox. */
export const testWalletTokens: readonly TestWalletToken[] = [
  { token: 'sandbox_apple_pay', type: 'APPLE_PAY', title: 'Approves' },
  { token: 'sandbox_apple_pay_declined', type: 'APPLE_PAY', title: 'Card declined', declines: 'card_declined' },
  { token: 'sandbox_google_pay', type: 'GOOGLE_PAY', title: 'Approves' },
  { token: 'sandbox_google_pay_declined', type: 'GOOGLE_PAY', title: 'Card declined', declines: 'card_declined' },
]

/** What a shopper can do on the sandbox's page of PayPal, Venmo or Cash App, and what comes of it. */
export const testAccountAnswers = [
  { answer: 'passed', button: 'Approve', title: 'Approves' },
  { answer: 'failed', button: 'Decline', title: 'Card declined' },
  { answer: 'cancelled', button: 'Cancel', title: 'Cancelled, nothing is charged' },
] as const
