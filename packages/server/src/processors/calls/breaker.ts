import type { Timestamp } from '@billing-checkout/domain'
import type { Logger } from 'pino'

/**
 * A circuit breaker. It decides whether renewals are charged over a connection, whether sealed cards take another route (DECISIONS 3), and
 * whether emails are sent to the mail server. Several consecutive calls without an answer open it; then renewals or emails wait. From time
 * to time a renewal or an email is sent as a probe, and each unanswered probe lengthens the pause. The first answer to any call closes the
 * breaker. Each process has its own breaker and learns only from its own calls. Declines, refusals and rate limits count as answers;
 * look-ups do not count.
 */
export interface Breaker {
  readonly connection: string
  /** The time at which the breaker opened; null if it is closed. */
  openSince(): Timestamp | null
  /** How many due charges or emails the caller may start: all `wanted`, one if a probe is due, or none. */
  allowedCount(wanted: number): number
  /**
   * Whether a charge or an email may be sent now. If a probe is due, only the first caller that asks may send it; that caller may ask
   * again.
   */
  maySend(caller: string): boolean
  /** Reports that a caller sends nothing after all. If this caller was to send the probe, another caller may send it. */
  leaveProbe(caller: string): void
  /** Reports that a call was answered, whatever the answer was. */
  noteAnswer(): void
  /**
   * Reports that a call has no known outcome: its answer was late or invalid, or the connection failed; of a
   * mail server also that it refused the connection for now (421).
   */
  noteSilence(): void
}

/** Creates a closed breaker. */
export const createBreaker = (
  connection: string,
  { logger, wallClock }: BreakerDependencies,
  messages: BreakerMessages = processorMessages,
): Breaker => {
  let silences = 0
  let open: Open | null = null
  const isProbeDue = ({ probeAt }: Open) => Date.parse(wallClock()) >= probeAt
  return {
    connection,
    openSince: () => open?.since ?? null,
    allowedCount(wanted) {
      if (open === null) return wanted
      return isProbeDue(open) ? Math.min(wanted, 1) : 0
    },
    maySend(caller) {
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
      logger.info({ connection, since: open.since, probes: open.probes }, messages.answers)
      open = null
    },
    noteSilence() {
      silences += 1
      if (open !== null) open = { ...open, prober: null }
      if (open !== null || silences < silencesMax) return
      const since = wallClock()
      open = { since, probes: 0, prober: null, probeAt: Date.parse(since) + waitMillis(0) }
      logger.error({ connection, silences }, messages.silent)
    },
  }
}

/** The log messages of a breaker. */
export interface BreakerMessages {
  readonly silent: string
  readonly answers: string
}

const processorMessages: BreakerMessages = {
  silent: 'the processor does not answer: renewals over its connection wait',
  answers: 'the processor answers again: renewals continue',
}

/** A breaker's log and clock. */
export interface BreakerDependencies {
  readonly logger: Pick<Logger, 'info' | 'error'>
  readonly wallClock: () => Timestamp
}

interface Open {
  readonly since: Timestamp
  /** How many probes the breaker has allowed since it opened, except those that were not sent. */
  readonly probes: number
  /** The caller that sends the latest probe; null if no probe is in flight. */
  readonly prober: string | null
  /** When the next probe is allowed, in milliseconds of the wall clock. */
  readonly probeAt: number
}

/**
 * How many consecutive calls without an answer open the breaker; a shorter series may be chance. Before the last of these calls times out,
 * further calls may start.
 */
const silencesMax = 5

/** Milliseconds until the next probe: half a minute, then 1, 2 and 4 minutes, then always 5 minutes. */
const waitMillis = (probes: number): number => Math.min(30 * 2 ** probes, 300) * 1000
