/**
 * The command, which then writes to its fourth file what it took of the cores, together with everything that it started and
 * that has ended. No other process knows the part of each of several commands that run at once. Windows has no such shell.
 */
export const withTimes = (command: string): string =>
  process.platform === 'win32' ? command : `( ${command}\n) 3>&-\ncode=$?\ntimes >&3\nexit $code`

/** Seconds of a core in the output of `withTimes`, as `0m1.50s 0m0.25s` of the shell and again of its children; null without output. */
export const readCoreSeconds = (told: string): number | null => {
  const [, ofChildren] = told.trim().split('\n')
  if (ofChildren === undefined) return null
  const times = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)]
  return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}
