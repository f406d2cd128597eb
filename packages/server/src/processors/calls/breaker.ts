import type { Timestamp } from '@billing-checkout/domain'
import type { Logger } from 'pino'

/**
 * Decides whether renewals are charged over a connection, sealed cards where another route answers (DECISIONS 3), and whether emails are
 * handed to the mail server. Several calls in a row without an answer open it, and renewals or emails wait. After a while one of them is
 * made as a probe, later each time a probe stays unanswered. The first answer to any call closes it. Each process has its own and learns by
 * its own calls. Declines, refusals and limits are answers; look-ups do not count.
 */
export interface Breaker {
  readonly connection: string
  /** Since when it has been open. */
  openSince(): Timestamp | null
  /** How many due charges or emails may be taken up: all that are wanted, one when a probe is due, or none. */
  room(wanted: number): number
  /**
   * Whether a charge may be made, or an email handed over, now. While the breaker is open, one caller may make it as the probe, even if it
   * asks again.
   */
  mayCharge(caller: string): boolean
  /** Reports that a caller makes no charge after all: if it was to be the probe, the next caller is. */
  leaveProbe(caller: string): void
  /** Reports that a call was answered, whatever the answer was. */
  noteAnswer(): void
  /** Reports that a call has no known outcome: it was late, the connection failed, or the answer made no sense. */
  noteSilence(): void
}

/** A breaker that is closed. */
export const createBreaker = (
  connection: string,
  { logger, wallClock }: BreakerParts,
  words: BreakerWords = wordsOfProcessors,
): Breaker => {
  let silences = 0
  let open: Open | null = null
  const isProbeDue = ({ probeAt }: Open) => Date.parse(wallClock()) >= probeAt
  return {
    connection,
    openSince: () => open?.since ?? null,
    room(wanted) {
      if (open === null) return wanted
      return isProbeDue(open) ? Math.min(wanted, 1) : 0
    },
    mayCharge(caller) {
      if (open === null || open.prober === caller) return true
      if (!isProbeDue(open)) return false
      const probes = open.probes + 1
      open = { ...open, probes, prober: caller, probeAt: Date.parse(wallClock()) + waitMillis(probes) }
      return true
    },
    leaveProbe(caller) {
      if (open?.prober !== caller) return
      open = { ...open, probes: open.probes - 1, prober: null, probeAt: Date.parse(wallClock()) }
    },
    noteAnswer() {
      silences = 0
      if (open === null) return
      logger.info({ connection, since: open.since, probes: open.probes }, words.answers)
      open = null
    },
    noteSilence() {
      silences += 1
      if (open !== null) open = { ...open, prober: null }
      if (open !== null || silences < silencesMax) return
      const since = wallClock()
      open = { since, probes: 0, prober: null, probeAt: Date.parse(since) + waitMillis(0) }
      logger.error({ connection, silences }, words.silent)
    },
  }
}

/** What a breaker logs. */
export interface BreakerWords {
  readonly silent: string
  readonly answers: string
}

const wordsOfProcessors: BreakerWords = {
  silent: 'the processor does not answer: renewals over its connection wait',
  answers: 'the processor answers again: renewals go on',
}

/** What a breaker logs to, and reads the time from. */
export interface BreakerParts {
  readonly logger: Pick<Logger, 'info' | 'error'>
  readonly wallClock: () => Timestamp
}

interface Open {
  readonly since: Timestamp
  /** How many probes were allowed, and who made the latest. */
  readonly probes: number
  readonly prober: string | null
  /** When the next probe is allowed, in milliseconds of the wall clock. */
  readonly probeAt: number
}

/** Fewer unanswered calls may be chance; while these are made, others have begun already. */
const silencesMax = 5

/** 30 seconds, 1, 2 and 4 minutes, then 5. */
const waitMillis = (probes: number): number => Math.min(30 * 2 ** probes, 300) * 1000
