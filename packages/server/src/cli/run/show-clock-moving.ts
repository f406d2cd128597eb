import type { Config } from '../../config/config.ts'
import { askServer } from './run-command.ts'

const shownEverySeconds = 2

/**
 * Prints on standard error the clock's time while a server moves it, which takes minutes if much falls due, and on Ctrl-C what
 * continues without the command. A program that reads JSON is shown nothing meanwhile.
 */
export const showClockMoving = async (config: Config, isShown: boolean, move: () => Promise<void>): Promise<void> => {
  let reached: string | undefined
  const show = async (): Promise<void> => {
    const answer = (await askServer(config, 'clock show', {}).catch(() => undefined)) as { now?: string } | undefined
    if (answer?.now === undefined || answer.now === reached) return
    reached = answer.now
    process.stderr.write(`The clock has come to ${reached}.\n`)
  }
  const timer = isShown ? setInterval(() => void show(), shownEverySeconds * 1000) : undefined
  const leave = (): void => {
    process.stderr.write(
      reached === undefined
        ? 'The clock stays where it has come to; the same command moves it on from there.\n'
        : 'The server moves the clock on by itself: `clock show` says how far it has come.\n',
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
