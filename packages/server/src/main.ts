import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import { type Duty, type RunningServer, startServer } from './start-server.ts'

/** Runs a server until the process is told to end: what runs is finished, then it exits 0; told twice, it exits at once. */
export const serve = async (config: Config, logger: Logger, duty?: Duty): Promise<RunningServer> => {
  const server = await startServer({ config, logger, ...(duty && { duty }) })
  let isStopping = false
  const end = (signal: string) => {
    if (isStopping) process.exit(1)
    isStopping = true
    logger.info({ signal }, 'stopping')
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.fatal({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end)
  return server
}
