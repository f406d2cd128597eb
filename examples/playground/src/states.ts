import { aPayment, type CheckoutWishes } from '@billing-checkout/element/testing'

/** What the page does in place of the shopper, such as typing a card or pressing the button. */
export type Act = 'type' | 'submit' | 'pay' | 'sheet' | 'test-cards'

/** How the fake service fails to return the checkout. */
export type Trouble = 'never' | 'lost' | 'missing'

/** One state to show. */
export interface PlaygroundState {
  readonly title: string
  /** The element's phase once the state is reached; default `ready`. */
  readonly shows?: string
  readonly wishes?: CheckoutWishes
  readonly trouble?: Trouble
  readonly act?: Act
  /** The answer to a payment; default: it succeeds. */
  readonly answer?: Answer
}

/** The answer to a payment: a payment, an error's status and code, or null if no answer ever comes. */
export type Answer = ReturnType<typeof aPayment> | { readonly status: number; readonly code: string } | null

const waiting = (type: 'three_d_secure' | 'redirect') => ({
  ...aPayment('PENDING'),
  next_action: { type, url: `{origin}/bank/${type}` },
})
const kinds: NonNullable<CheckoutWishes['kinds']> = ['CARD', 'PAYPAL', 'VENMO', 'CASHAPP', 'APPLE_PAY', 'GOOGLE_PAY']

/** Every state by its name in the address, in groups. */
export const stateGroups = {
  Purposes: {
    subscribe: { title: 'Subscribe' },
    trial: { title: 'Free trial', wishes: { trial: 'free' } },
    'trial-paid': { title: 'Paid trial, with tax', wishes: { trial: 'paid', tax: true } },
    pay: { title: 'Pay once', wishes: { purpose: 'pay', tax: true } },
    'pay-store': { title: 'Pay once, may keep the card', wishes: { purpose: 'pay', isKnown: true } },
    change: { title: 'Change plan', wishes: { purpose: 'change_plan', hasSavedMethods: true } },
    'change-later': {
      title: 'Change plan, the difference next time',
      wishes: { purpose: 'change_plan', proration: 'prorated_next_billing_period' },
    },
    'change-free': { title: 'Change plan, nothing due', wishes: { purpose: 'change_plan', isFreeChange: true } },
    recover: { title: 'Pay what is past due', wishes: { purpose: 'recover', hasSavedMethods: true } },
    update: { title: 'Another card for a subscription', wishes: { purpose: 'update_method' } },
    resume: { title: 'Resume a subscription', wishes: { purpose: 'resume' } },
    obliged: { title: 'Duty to pay, with tax', wishes: { tax: true } },
    checkbox: { title: 'A box to tick', wishes: { country: 'KR' } },
    address: {
      title: 'Asks where the shopper is',
      wishes: { country: 'ES', addressFields: ['state'] },
    },
    local: { title: 'The shopper’s own currency', wishes: { isLocal: true } },
  },
  Methods: {
    saved: { title: 'Saved cards', wishes: { hasSavedMethods: true } },
    wallets: { title: 'Wallets', wishes: { kinds } },
    'wallets-saved': { title: 'Wallets and saved cards', wishes: { kinds, hasSavedMethods: true } },
    'wallet-sheet': { title: 'A wallet’s sheet', shows: 'paying', wishes: { kinds }, act: 'sheet' },
    typed: { title: 'Card typed', act: 'type' },
    faults: { title: 'Faults in the form', act: 'submit' },
    'test-cards': { title: 'Test cards', act: 'test-cards' },
  },
  'After the click': {
    paying: { title: 'Paying', shows: 'paying', act: 'pay', answer: null },
    challenge: {
      title: '3-D Secure',
      shows: 'confirming',
      wishes: { phase: 'processing', payment: waiting('three_d_secure') },
    },
    elsewhere: {
      title: 'Paying in another window',
      shows: 'confirming',
      wishes: { phase: 'processing', payment: waiting('redirect') },
    },
    checking: { title: 'Still checking', shows: 'checking', act: 'pay', answer: aPayment('PENDING') },
    declined: {
      title: 'Declined: funds',
      shows: 'declined',
      act: 'pay',
      answer: aPayment('DECLINED', 'insufficient_funds'),
    },
    'declined-code': {
      title: 'Declined: security code',
      shows: 'declined',
      act: 'pay',
      answer: aPayment('DECLINED', 'incorrect_cvc'),
    },
    'declined-bank': {
      title: 'Declined: ask the bank',
      shows: 'declined',
      act: 'pay',
      answer: aPayment('DECLINED', 'do_not_honor'),
    },
    changed: { title: 'The price has changed', act: 'pay', answer: { status: 409, code: 'amount_changed' } },
    refused: { title: 'Too many attempts', act: 'pay', answer: { status: 429, code: 'too_many_attempts' } },
  },
  Outcomes: {
    paid: { title: 'Paid', shows: 'paid', act: 'pay' },
    'trial-started': { title: 'Trial started', shows: 'paid', wishes: { trial: 'free' }, act: 'pay' },
    completed: { title: 'Paid before', shows: 'paid', wishes: { phase: 'completed', payment: aPayment('SETTLING') } },
    processing: {
      title: 'Back while it is checked',
      shows: 'checking',
      wishes: { phase: 'processing', payment: aPayment('PENDING') },
    },
    subscribed: {
      title: 'Subscribed already, can change',
      wishes: {
        isKnown: true,
        refusal: { code: 'already_subscribed', subscription: { id: 'sub_1', plan_name: 'Aurora Sketch' } },
      },
    },
    'subscribed-same': {
      title: 'Subscribed already, to this plan',
      wishes: { isKnown: true, refusal: { code: 'already_subscribed', subscription: null } },
    },
    expiring: { title: 'Closes in two minutes', wishes: { expiresIn: 100_000 } },
    expired: { title: 'Expired', shows: 'expired', wishes: { phase: 'expired' } },
  },
  'Not yet': {
    loading: { title: 'Loading', shows: 'loading', trouble: 'never' },
    incomplete: { title: 'Incomplete', shows: 'incomplete', wishes: { purpose: null } },
    missing: { title: 'No such session', shows: 'unavailable', trouble: 'missing' },
    unavailable: { title: 'Service unreachable', shows: 'unavailable', trouble: 'lost' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, PlaygroundState>>>>

/** Every state by its name. */
export const states: Readonly<Record<string, PlaygroundState>> = Object.assign({}, ...Object.values(stateGroups))
