import type { BillingCheckoutEventMap } from '../src/events.ts'
import type { Phase } from '../src/checkout/phase.ts'
import type { TokenName } from '../src/styles/tokens.ts'

/** What each token changes; a token without a line here does not compile. */
export const tokenDescriptions: Readonly<Record<TokenName, string>> = {
  'color-text': 'Text.',
  'color-text-muted': 'Labels of amounts, notes and small print.',
  'color-surface': 'Ground of the panel, and of the card frame in it.',
  'color-summary': 'Ground of the price summary.',
  'color-border': 'Lines between parts of the panel.',
  'color-accent': 'Button, marks of what is chosen, links.',
  'color-accent-hover': 'Button under the pointer.',
  'color-on-accent': 'Text on the button.',
  'color-accent-soft': 'Ground of the chosen method and of neutral outcomes.',
  'color-danger': 'Faults and declines.',
  'color-danger-soft': 'Ground of a decline.',
  'color-warning': 'Warnings and the test mode.',
  'color-warning-soft': 'Ground of warnings and of the test mode.',
  'color-success': 'The tick of a payment that is complete.',
  'color-success-soft': 'Ground of that tick.',
  'color-skeleton': 'What stands in while something loads.',
  'color-focus': 'Focus rings.',
  'color-field': 'Ground of fields.',
  'color-field-text': 'What is typed into fields.',
  'color-field-border': 'Border of fields.',
  'color-field-border-hover': 'Border of fields under the pointer.',
  'color-placeholder': 'Hints in empty fields.',
  'color-label': 'Labels of fields.',
  'color-link': 'Links in the disclosure.',
  'color-amount': 'The amount due.',
  'font-family': 'Typeface, in the card frame too; must be one the system has.',
  'font-size': 'Text.',
  'font-size-small': 'Labels and small print.',
  'font-size-title': 'Headings and the button.',
  'font-size-amount': 'The amount due.',
  'font-size-field': 'What is typed; below 16px phones zoom in.',
  'font-weight': 'Text.',
  'font-weight-label': 'Labels.',
  'font-weight-title': 'Headings.',
  'font-weight-amount': 'The amount due.',
  'font-weight-button': 'The button.',
  'line-height': 'Lines of text, without a unit.',
  'letter-spacing-amount': 'The amount due.',
  space: 'The unit of all distances.',
  padding: 'Inside the panel where it is narrow.',
  'padding-wide': 'Inside the panel where it has two columns.',
  'field-gap': 'Between fields.',
  'label-gap': 'Between a label and its field.',
  'field-height': 'Height of fields.',
  'field-padding': 'Inside fields, at both ends.',
  'button-height': 'Least height of the button.',
  'max-width': 'Greatest width of the element.',
  radius: 'Corners of the panel.',
  'radius-field': 'Corners of fields.',
  'radius-button': 'Corners of the button.',
  'radius-notice': 'Corners of notices.',
  'border-width': 'Lines of the panel.',
  'border-width-field': 'Border of fields.',
  'focus-width': 'Focus rings.',
  shadow: 'Under the panel.',
  'shadow-button': 'Under the button.',
  'shadow-field': 'Under fields.',
  duration: 'Small movements.',
  'duration-slow': 'Notices and outcomes coming in.',
  easing: 'The course of movements.',
  'icon-size': 'Icons in notices.',
  'brand-width': 'Marks of card brands.',
  'outcome-icon-size': 'The sign of an outcome.',
}

/** What each part is. */
export const partDescriptions = {
  action: 'The way on from an outcome.',
  amount: 'The amount due today.',
  assurance: 'What stands below the disclosure.',
  base: 'Everything.',
  button: 'The button that pays.',
  card: 'The place of the card form.',
  'card-frame': 'The iframe of the card form.',
  challenge: 'The dialog around what the bank asks.',
  'challenge-cancel': 'The button that calls the payment off.',
  'challenge-frame': 'The iframe of what the bank asks.',
  'challenge-title': 'The heading of that dialog.',
  consent: 'The box to agree by, with its label.',
  'consent-box': 'The box itself.',
  disclosure: 'What the shopper agrees to.',
  due: 'What is due today, with its label.',
  'due-label': 'The label of what is due today.',
  expiring: 'The warning that the session ends soon.',
  form: 'Method, agreement and button.',
  line: 'One line of the price.',
  'line-amount': 'The amount of a line.',
  'line-label': 'What a line is for.',
  lines: 'The lines of the price.',
  link: 'Any link.',
  links: 'Links to the merchant’s own pages.',
  'local-amount': 'What is due in the shopper’s own currency, about.',
  merchant: 'The merchant’s name.',
  method: 'One saved method, or the new card.',
  'method-area': 'Heading, saved methods and card form.',
  methods: 'The saved methods.',
  notice: 'A decline, or what else has to be read before going on.',
  'notice-title': 'The heading of a notice.',
  outcome: 'Paid, still checking, expired, incomplete or unavailable.',
  'outcome-body': 'What an outcome means.',
  'outcome-icon': 'The sign of an outcome.',
  'outcome-title': 'The heading of an outcome.',
  panel: 'The card that everything is on.',
  plan: 'The plan’s name.',
  receipt: 'What was paid, and how.',
  rhythm: 'The price after today.',
  schedule: 'When what is paid.',
  'schedule-step': 'One date of the schedule.',
  'section-title': 'The heading above the methods.',
  secure: 'The promise about card data.',
  skeleton: 'What stands in for the card form while it loads.',
  store: 'The box to keep the card by, with its label; one-off payments of known customers only.',
  summary: 'The price summary.',
  'test-card': 'One test card.',
  'test-cards': 'The test cards.',
  'test-ribbon': 'The sign of the test mode.',
  total: 'The last line of the price.',
  wallet: 'One wallet, or a new card beside them.',
  'wallet-sheet': 'The sandbox’s sheet of a wallet.',
  wallets: 'The wallets.',
} as const

/** What each custom state says, for `:state()`. */
export const stateDescriptions: Readonly<Record<Phase | (typeof otherStates)[number], string>> = {
  loading: 'The session is being read.',
  incomplete: 'The session lacks something the merchant has to add.',
  ready: 'The shopper can pay.',
  paying: 'A payment is under way.',
  confirming: 'The shopper confirms the payment with their bank, or at a wallet.',
  checking: 'Nobody knows yet whether the payment went through.',
  declined: 'The last payment was declined; the shopper can pay.',
  paid: 'Done.',
  expired: 'The session ran out.',
  unavailable: 'The checkout could not be loaded.',
  sandbox: 'No real money moves.',
  'saved-method': 'A saved method is chosen.',
  'card-focused': 'A field of the card form has the focus.',
  'card-complete': 'The card form has no faults.',
}

/** States besides the phases. */
export const otherStates = ['sandbox', 'saved-method', 'card-focused', 'card-complete'] as const

/** When each event is fired, and what the host should do. */
export const eventDescriptions: Readonly<Record<keyof BillingCheckoutEventMap, string>> = {
  'billing-ready': 'The shopper can pay. Once per session; take your own loader away.',
  'billing-change':
    'Method, brand or completeness changed: `complete`, `brand`, `savedMethod`. For a button of your own.',
  'billing-paid':
    'Done: `payment`, `subscription`. Move the shopper on; fulfil from the server’s events, never from this.',
  'billing-declined': 'Declined, nothing charged: `payment`. The element already tells the shopper what to do.',
  'billing-expired': 'The session ran out. Cancel it to set a new session id without a notice.',
  'billing-error': 'The checkout cannot be shown or go on: `code`. For your own log.',
}

/** What each slot is for. */
export const slotDescriptions = {
  header: 'Above the panel.',
  footer: 'Below the panel.',
  success: 'Below the receipt of a payment that is complete.',
} as const

/** Attributes and what they do. */
export const attributeDescriptions = {
  'session-id': 'Id of the client session, made by the merchant’s backend.',
  server: 'Where the service is; by default the origin the script came from.',
  locale: 'BCP 47 tag; by default the session’s own, else the page’s, else the browser’s.',
  theme: '`light` or `dark`; by default the page’s `color-scheme`.',
} as const

/** Methods and what they do. */
export const methodDescriptions = {
  refresh: 'Reads the session again, for after the backend has patched it. What the shopper typed stays.',
  submit: 'Does what the button does. Resolves when the outcome is known, or known to be unknown.',
  focus: 'Puts the focus where the shopper goes on.',
} as const
