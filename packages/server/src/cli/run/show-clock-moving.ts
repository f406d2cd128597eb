import type { Config } from '../../config/config.ts'
import { askServer } from './run-command.ts'

const shownEverySeconds = 2

/**
 * Shows the clock's time on standard error while a server moves the clock, which takes minutes if much falls due. On Ctrl-C it explains
 * whether the move continues. For JSON output, pass `isShown` as false.
 */
export const showClockMoving = async (config: Config, isShown: boolean, move: () => Promise<void>): Promise<void> => {
  let reached: string | undefined
  const show = async (): Promise<void> => {
    const answer = (await askServer(config, 'clock show', {}).catch(() => undefined)) as { now?: string } | undefined
    if (answer?.now === undefined || answer.now === reached) return
    reached = answer.now
    process.stderr.write(`The clock has reached ${reached}.\n`)
  }
  const timer = isShown ? setInterval(() => void show(), shownEverySeconds * 1000) : undefined
  const leave = (): void => {
    process.stderr.write(
      reached === undefined
        ? 'The clock stays at this moment; the same command continues from there.\n'
        : 'The server continues the move by itself: `clock show` prints its progress.\n',
    )
    process.exit(130)
  }
  process.once('SIGINT', leave)
  try {
    await move()
  } finally {
    clearInterval(timer)
    process.off('SIGINT', leave)
  }
}
