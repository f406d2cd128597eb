import type { DeclineCode } from './declines.ts'

/** A payment token of a device wallet, and its result in the sandbox. */
export interface TestWalletToken {
  readonly token: string
  readonly type: 'APPLE_PAY' | 'GOOGLE_PAY'
  readonly title: string
  readonly declines?: DeclineCode
}

/** The published wallet tokens. PayPal, Venmo and Cash App have none, because the shopper approves on a page of the sandbox. */
export const testWalletTokens: readonly TestWalletToken[] = [
  { token: 'sandbox_apple_pay', type: 'APPLE_PAY', title: 'Approves' },
  { token: 'sandbox_apple_pay_declined', type: 'APPLE_PAY', title: 'Card declined', declines: 'card_declined' },
  { token: 'sandbox_google_pay', type: 'GOOGLE_PAY', title: 'Approves' },
  { token: 'sandbox_google_pay_declined', type: 'GOOGLE_PAY', title: 'Card declined', declines: 'card_declined' },
]

/** The answers that a shopper can choose on the sandbox's page of PayPal, Venmo or Cash App, and their results. */
export const testAccountAnswers = [
  { answer: 'passed', button: 'Approve', title: 'Approves' },
  { answer: 'failed', button: 'Decline', title: 'Card declined' },
  { answer: 'cancelled', button: 'Cancel', title: 'Cancelled, nothing is charged' },
] as const
