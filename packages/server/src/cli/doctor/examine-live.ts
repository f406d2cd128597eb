import type { Config } from '../../config/config.ts'
import { examineRoutesForLive } from '../../connections/examine-routes-for-live.ts'
import { examineSettingsForLive, type LiveFinding } from '../../connections/examine-settings-for-live.ts'
import type { Database } from '../../store/database.ts'
import { findMissingRequiredEmails } from './examine-emails.ts'
import { examineIdentityProvider } from './examine-identity-provider.ts'

/** Checks all requirements of `MODE=live` at once. A sandbox can run these checks before a live server is set up. */
export const examineLiveReadiness = async (
  config: Config,
  database: Database,
): Promise<{ readonly ok: boolean; readonly findings: readonly LiveFinding[] }> =>
  answerOf([
    ...examineSettingsForLive(config),
    modeOf(config),
    await examineRoutesForLive(database),
    await emailsOf(config, database),
    ...(await examineIdentityProvider(config)),
  ])

/** Makes the checks that need no database, if the database of a live server cannot be opened; `why` states the reason. */
export const examineLiveWithoutDatabase = async (
  config: Config,
  why: string,
): Promise<{ readonly ok: boolean; readonly findings: readonly LiveFinding[] }> =>
  answerOf([
    ...examineSettingsForLive(config),
    { check: 'connections', ok: false, message: `There are none to check: ${why}` },
    ...(await examineIdentityProvider(config)),
  ])

/** An organization that does not send a required email only causes a warning, because a live server may start without a mail server. */
const emailsOf = async ({ smtpUrl }: Config, database: Database): Promise<LiveFinding> => {
  const unmet = await findMissingRequiredEmails(database, smtpUrl !== null)
  const message = unmet.length === 0 ? 'every organization writes to its customers' : `${unmet.join('; ')}.`
  return { check: 'emails', ok: true, message, ...(unmet.length > 0 && { warning: true }) }
}

const answerOf = (findings: readonly LiveFinding[]) => ({ ok: findings.every(({ ok }) => ok), findings })

const modeOf = ({ mode }: Config): LiveFinding =>
  mode === 'live'
    ? { check: 'mode', ok: true, message: 'live, like the database, for ever' }
    : {
        check: 'mode',
        ok: false,
        message:
          'This database belongs to a sandbox for ever. MODE=live needs its own database, with new organizations, keys and connections.',
      }
