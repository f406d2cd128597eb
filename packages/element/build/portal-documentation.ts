import type { PortalPhase } from '../src/portal/state/portal-phase.ts'

/** Describes each CSS part of the portal. */
export const portalPartDescriptions = {
  action: 'A button that leads on, such as to change the plan.',
  base: 'Everything.',
  button: 'The button that confirms what the customer has opened.',
  control: 'A field of the billing details.',
  discount: 'The end of a discount, and the price after it.',
  empty: 'The sentence that a list is empty.',
  field: 'A field of the billing details, with its label.',
  line: 'One line of a charge.',
  'line-amount': 'The amount of a line.',
  'line-label': 'What a line is for.',
  lines: 'The lines of a charge.',
  link: 'A link.',
  links: 'The way back, and links to the merchant’s own pages.',
  method: 'A stored payment method.',
  next: 'The next charge of a subscription.',
  notice: 'The result of a change, or why it was refused.',
  outcome: 'The sentence that the customer is signed out, or the account could not be loaded.',
  'outcome-body': 'What an outcome means.',
  'outcome-title': 'The heading of an outcome.',
  panel: 'The card that everything is on.',
  payment: 'One payment.',
  plan: 'The name of a subscription’s plan.',
  'plan-choice': 'A plan to change to.',
  price: 'What a subscription costs.',
  receipt: 'The receipt of a payment, which opens.',
  'receipt-number': 'The id of a payment, to quote to the seller.',
  end: 'Why the plan of an ending subscription cannot change.',
  scheduled: 'The plan from the next period on.',
  section: 'Subscriptions, payment methods, payments or billing details.',
  'section-title': 'The heading of a section.',
  skeleton: 'The placeholder of the account.',
  status: 'The status of a subscription.',
  subscription: 'One subscription.',
  task: 'A question, the plans or a form that the customer has opened.',
  'task-title': 'The heading of a task.',
} as const

/** Describes each custom state of the portal, for `:state()`. */
export const portalStateDescriptions: Readonly<Record<PortalPhase | 'sandbox' | 'busy', string>> = {
  loading: 'The account is being read, or there is no client token yet.',
  ready: 'The account is shown.',
  expired: 'The session is over; a new client token continues it.',
  'signed-out': 'The customer has signed out.',
  unavailable: 'The account could not be loaded.',
  sandbox: 'No real money moves.',
  busy: 'A change is under way.',
}

/** Describes each slot of the portal. */
export const portalSlotDescriptions = {
  header: 'Above the panel.',
  footer: 'Below the panel.',
  'signed-out': 'Below the sentence that the customer is signed out, such as a link to sign in.',
} as const
