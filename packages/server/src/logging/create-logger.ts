import { isatty } from 'node:tty'
import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import type { LogLevel } from '../config/config.ts'
import { describeError } from './describe-error.ts'
import { maskSecrets } from './mask-secrets.ts'

/**
 * Creates the server's log. The code that logs names each value. As a last safeguard, {@link maskSecrets} removes API keys, tokens,
 * passwords in addresses and card numbers from each line. `output` is a file descriptor or, in tests, a stream. A terminal gets readable
 * lines, everything else JSON.
 */
export const createLogger = (level: LogLevel, output: 1 | 2 | DestinationStream): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { streamWrite: maskSecrets },
    },
    typeof output === 'number' ? openDescriptor(output) : output,
  )

/** Opens standard output or standard error for synchronous writing, so that the last lines before the process ends are not lost. */
const openDescriptor = (descriptor: 1 | 2): DestinationStream =>
  isatty(descriptor)
    ? pretty({ destination: descriptor, sync: true, ignore: 'request_id', singleLine: true })
    : pino.destination({ dest: descriptor, sync: true })
