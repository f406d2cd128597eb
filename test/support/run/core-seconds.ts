/**
 * The command, extended to write to its file descriptor 3 how much processor time it and all its ended children took. If several commands
 * run at once, only the shell of each knows its part. Windows has no such shell, so the command stays unchanged there.
 */
export const commandReportingTimes = (command: string): string =>
  process.platform === 'win32' ? command : `( ${command}\n) 3>&-\ncode=$?\ntimes >&3\nexit $code`

/**
 * Seconds of a core in the output of `commandReportingTimes`: the times in its second line, which is about the shell's children, such as
 * `0m1.50s 0m0.25s`. Null without output.
 */
export const readCoreSeconds = (told: string): number | null => {
  const [, ofChildren] = told.trim().split('\n')
  if (ofChildren === undefined) return null
  const times = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)]
  return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}
