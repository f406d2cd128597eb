import { readBacklog } from '../../store/health/read-backlog.ts'
import { readClockOffset } from '../../store/health/read-clock-offset.ts'
import type { OperatorParts } from './metrics-router.ts'

/** What an operator wants to know first of a server, as `/readyz` tells it to who has the token. */
export const readinessDetail = async ({
  database,
  breakers,
  counters,
}: Omit<OperatorParts, 'token'>): Promise<object> => {
  const [clockOffset, backlog] = await Promise.all([readClockOffset(database), readBacklog(database)])
  const now = Date.now() / 1000
  return {
    clock_offset_seconds: rounded(clockOffset),
    subscriptions_overdue_seconds: rounded(backlog.overdueSeconds),
    attempts_open: backlog.attemptsOpen,
    attempts_oldest_seconds: rounded(backlog.attemptsOldestSeconds),
    connections_waiting: backlog.connectionsWaiting,
    silent_since: Object.fromEntries(
      [...breakers.values()].map(({ connection, openSince }) => [connection, openSince()]),
    ),
    jobs_last_success_seconds_ago: Object.fromEntries(
      [...counters.jobsLastSuccess()].map(([name, at]) => [name, rounded(now - at)]),
    ),
  }
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000
