import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { createLogger } from '../../logging/create-logger.ts'

/**
 * Creates the log of a command. It goes to standard error, because standard output is for the result. Its level is `warn`, unless the
 * operator chose a level other than `info`.
 */
export const createCommandLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  createLogger(logLevel === 'info' ? 'warn' : logLevel, 2)
