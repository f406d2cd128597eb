import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import type { LogLevel } from '../config/config.ts'
import { describeError } from './describe-error.ts'
import { maskSecrets } from './mask-secrets.ts'

/** Where lines go. A terminal gets them readable, everything else as JSON. */
export type LogStream = DestinationStream & { readonly isTTY?: boolean }

/**
 * The server's log. What may be logged is decided where it is logged, by naming members; as a last guard every line loses
 * whatever looks like a credential or a card number before it leaves the process.
 */
export const createLogger = (level: LogLevel, stream: LogStream): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, error: describeError },
      hooks: { streamWrite: maskSecrets },
    },
    stream.isTTY === true
      ? pretty({ destination: stream, ignore: 'request_id', singleLine: true, colorize: true })
      : stream,
  )
