import { Problem } from '@billing-checkout/contract'
import type { AccountReport, GivenAccount, ProcessorAdapter } from '../processors/adapter.ts'
import type { ConnectionRow } from '../store/rows.ts'
import { type Credentials, unsealCredentials } from './credentials.ts'
import { type AnsweredReport, explainModeMismatch } from './change-connection.ts'
import type { Connections } from './registry.ts'

/**
 * Queries the processor about an account that an operator adds, enables or gives another key. Throws `invalid_parameter` if the input is
 * plainly wrong, or the processor rejects the credentials, reports the other mode (test or live), or reports a finding that is not ok.
 * Throws `unavailable` if the processor does not answer.
 */
export const checkNewAccount = async (adapter: ProcessorAdapter, given: GivenAccount): Promise<AnsweredReport> => {
  const known = new Set(adapter.settings.map(({ name }) => name))
  const issues = [
    ...Object.keys(given.settings)
      .filter((name) => !known.has(name))
      .map((name) => `There is no setting ${name}; there ${known.size === 1 ? 'is' : 'are'} ${[...known].join(', ')}.`),
    ...adapter.examine(given),
  ]
  if (issues.length > 0) throw new Problem('invalid_parameter', issues.join(' '))
  const report = await adapter.check(given)
  if (report.kind === 'silent') throw new Problem('unavailable', report.message)
  if (report.kind === 'locked_out') throw new Problem('invalid_parameter', report.message)
  if (report.livemode !== given.livemode) throw new Problem('invalid_parameter', explainModeMismatch(report))
  const wrong = report.findings.filter(({ ok }) => !ok)
  if (wrong.length > 0) throw new Problem('invalid_parameter', wrong.map(({ message }) => message).join(' '))
  return report
}

/** Queries the processor about the account of an existing connection. */
export const checkConnectedAccount = async (
  { loadAdapter, key }: Connections,
  row: ConnectionRow,
): Promise<AccountReport> => {
  const adapter = await loadAdapter(row.adapter)
  return adapter.check(givenAccountOf(row, unsealCredentials(key, row)))
}

/** A connection's account in the form in which an operator enters a new account, with the given credentials. */
export const givenAccountOf = ({ settings }: ConnectionRow, credentials: Credentials): GivenAccount => ({
  credentials,
  settings: {
    ...(settings.publishable_key !== null && { publishable_key: settings.publishable_key }),
    ...(settings.method_kinds && { method_kinds: settings.method_kinds.join(',') }),
    ...(settings.api_url !== null && { api_url: settings.api_url }),
    ...(settings.script_url && { script_url: settings.script_url }),
    ...(settings.shopper_details && { shopper_details: settings.shopper_details }),
  },
  livemode: settings.livemode,
})
