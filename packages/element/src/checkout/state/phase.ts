/** What the element shows: exactly one at a time. */
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

/** What can happen to a checkout, seen from the element. */
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
 * Every lawful change of phase: a checkout that is <row>, when <column> happens, becomes <cell>; an absent cell changes
 * nothing. There is no way from `paying`, `confirming` or `checking` to a payable phase but a certain answer, and `paid` is final.
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

/** The phase after `trigger`; the same phase where the table has no cell. */
export const phaseAfter = (phase: Phase, trigger: PhaseTrigger): Phase =>
  (phaseChanges[phase] as Readonly<Partial<Record<PhaseTrigger, Phase>>>)[trigger] ?? phase

/** Whether the shopper may pay in this phase: the only two in which a new idempotency key may be made. */
export const mayPay = (phase: Phase): boolean => phase === 'ready' || phase === 'declined'

/** Whether a payment is under way whose outcome has to be queried. */
export const isOpen = (phase: Phase): boolean => phase === 'checking' || phase === 'confirming'
