import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { hasFirstUser, issueSetUpCode, setUpUrl } from '../credentials/users/set-up.ts'
import { type Duty, type RunningServer, startServer } from './start-server.ts'

/**
 * Starts a server that runs until a signal ends it. On SIGTERM, which comes from a supervisor, the server first drains, because a proxy may
 * be in front of it. On SIGINT, which comes from a terminal, it does not drain. In both cases it then finishes running work and exits with
 * 0, or with 1 if that fails. A second signal ends the server immediately.
 */
export const serve = async (config: Config, logger: Logger, duty?: Duty): Promise<RunningServer> => {
  const server = await startServer({ config, logger, ...(duty && { duty }) })
  if (config.mode === 'sandbox' && duty !== 'due work') await offerSetUp(server, logger)
  let isStopping = false
  const end = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1)
    isStopping = true
    logger.info({ signal }, 'stopping')
    const stop = async () => {
      if (signal === 'SIGTERM') await server.drain()
      await server.close()
    }
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.fatal({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
  return server
}

/**
 * If there is no user yet, logs the code for creating the first one. In live mode only the command line prints it, because more people read
 * a log than a terminal.
 */
const offerSetUp = async ({ billing }: RunningServer, logger: Logger): Promise<void> => {
  const { database, wallClock, dashboardOrigin } = billing
  if (await hasFirstUser(database)) return
  const { code, expiresAt } = (await issueSetUpCode(database, null, wallClock())) ?? {}
  const page = setUpUrl(dashboardOrigin())
  if (code !== undefined)
    logger.info(
      { url: page, code, expires_at: expiresAt },
      `make the first user of the dashboard at ${page} with this code`,
    )
}
