import type { Billing } from '../../billing/billing.ts'
import { readOverdueWork } from '../../billing/due-work/read-due-work.ts'

/** Reports that no kind of due work has waited for longer than its limit. If some have, throws an error that names these kinds. */
export const examineDueWork = async (billing: Pick<Billing, 'database' | 'processors'>): Promise<string> => {
  const late = (await readOverdueWork(billing)).filter(({ isTooLong }) => isTooLong)
  if (late.length === 0) return 'no kind of work has waited for long'
  const waits = late.map(({ kind, seconds }) => `${kind} for ${Math.round(seconds / 60)} minutes`)
  throw new Error(
    `Work is due and not done: ${waits.join(', ')}. Either no process runs the jobs (serve without --no-jobs, or work), or they do not keep pace, or money is blocked; see below.`,
  )
}
