/** What the element shows; it is always in exactly one phase. */
export type Phase =
  | 'loading'
  | 'incomplete'
  | 'ready'
  | 'paying'
  | 'confirming'
  | 'checking'
  | 'declined'
  | 'paid'
  | 'expired'
  | 'unavailable'

/** What can change the phase; the inner keys of `phaseChanges`. */
export type PhaseTrigger =
  | 'opened'
  | 'foundIncomplete'
  | 'foundProcessing'
  | 'foundCompleted'
  | 'ranOut'
  | 'readFailed'
  | 'submitted'
  | 'refused'
  | 'becameUnknown'
  | 'actionOpened'
  | 'approved'
  | 'cardDeclined'
  | 'restarted'

/**
 * Every allowed change of phase: the row is the present phase, the column is the trigger, and the cell is the next phase. If there is no
 * cell, the phase does not change. Once an order was sent, only a certain answer from the server leads to a phase in which the shopper can
 * pay. `paid` is final.
 */
export const phaseChanges = {
  loading: {
    opened: 'ready',
    foundIncomplete: 'incomplete',
    foundProcessing: 'checking',
    actionOpened: 'confirming',
    foundCompleted: 'paid',
    ranOut: 'expired',
    readFailed: 'unavailable',
    cardDeclined: 'declined',
  },
  incomplete: { restarted: 'loading', ranOut: 'expired' },
  ready: {
    submitted: 'paying',
    foundIncomplete: 'incomplete',
    foundProcessing: 'checking',
    actionOpened: 'confirming',
    foundCompleted: 'paid',
    ranOut: 'expired',
    restarted: 'loading',
  },
  paying: {
    approved: 'paid',
    cardDeclined: 'declined',
    refused: 'ready',
    becameUnknown: 'checking',
    foundProcessing: 'checking',
    actionOpened: 'confirming',
    foundCompleted: 'paid',
    ranOut: 'expired',
  },
  confirming: {
    approved: 'paid',
    cardDeclined: 'declined',
    refused: 'ready',
    becameUnknown: 'checking',
    foundProcessing: 'checking',
    opened: 'ready',
    foundIncomplete: 'incomplete',
    foundCompleted: 'paid',
    ranOut: 'expired',
  },
  checking: {
    actionOpened: 'confirming',
    approved: 'paid',
    cardDeclined: 'declined',
    refused: 'ready',
    opened: 'ready',
    foundIncomplete: 'incomplete',
    foundCompleted: 'paid',
    ranOut: 'expired',
  },
  declined: {
    submitted: 'paying',
    foundIncomplete: 'incomplete',
    foundProcessing: 'checking',
    actionOpened: 'confirming',
    foundCompleted: 'paid',
    ranOut: 'expired',
    restarted: 'loading',
  },
  paid: {},
  expired: { restarted: 'loading' },
  unavailable: { restarted: 'loading' },
} as const satisfies Readonly<Record<Phase, Readonly<Partial<Record<PhaseTrigger, Phase>>>>>

/** The phase after `trigger`; the same phase if the table has no cell. */
export const phaseAfter = (phase: Phase, trigger: PhaseTrigger): Phase =>
  (phaseChanges[phase] as Readonly<Partial<Record<PhaseTrigger, Phase>>>)[trigger] ?? phase

/** Whether the shopper may pay in this phase. Only then may a new idempotency key be created. */
export const mayPay = (phase: Phase): boolean => phase === 'ready' || phase === 'declined'

/** Whether there is a payment whose outcome must be queried. */
export const mustQueryOutcome = (phase: Phase): boolean => phase === 'checking' || phase === 'confirming'
