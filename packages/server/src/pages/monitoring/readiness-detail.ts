import { readOverdueWork } from '../../billing/due-work/read-due-work.ts'
import { readBacklog } from '../../store/health/read-backlog.ts'
import { readClockOffset } from '../../store/health/watch-clock.ts'
import type { MetricsDependencies } from './metrics-router.ts'

/** The facts about a server's state that matter most to its operator. `/readyz` shows them to callers with the token. */
export const readinessDetail = async (parts: Omit<MetricsDependencies, 'token'>): Promise<object> => {
  const { database, breakers, counters } = parts
  const [clockOffset, backlog, waits] = await Promise.all([
    readClockOffset(database),
    readBacklog(database),
    readOverdueWork(parts),
  ])
  const now = Date.now() / 1000
  return {
    clock_offset_seconds: rounded(clockOffset),
    due_work_overdue_seconds: Object.fromEntries(
      waits.filter(({ seconds }) => seconds > 0).map(({ kind, seconds }) => [kind, rounded(seconds)]),
    ),
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
