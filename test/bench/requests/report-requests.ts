import { measureRequests, type RequestFigure } from './measure-requests.ts'

/** Measures requests and prints them against their aims; answers whether all are met. */
export const reportRequests = async (named?: string): Promise<boolean> => {
  const figures = await measureRequests(named)
  console.log(
    '\nProcessor milliseconds of server and PostgreSQL for a request, beside bare Express; medians of five rounds',
  )
  const missed = figures.map((figure) => {
    const misses = missesOf(figure, figures)
    console.log(`  ${describe(figure, figures)}  ${misses.length === 0 ? 'met' : `not met: ${misses.join(', ')}`}`)
    return misses.length > 0
  })
  console.log(`  ${missed.filter((isMissed) => !isMissed).length} of ${missed.length} met`)
  return !missed.includes(true)
}

const describe = (figure: RequestFigure, figures: readonly RequestFigure[]): string => {
  const { kind, millis, bareMillis, bytes, asked } = figure
  const more = moreThan(figure, figures)
  const share =
    kind.more === undefined
      ? `${percent(figure.ofBare).padStart(6)} (aim ${percent(kind.aim)})`
      : `${more === undefined ? 'unknown' : more.toFixed(2)} ms more (aim ${kind.more.millisMax} ms)`
  return (
    `${kind.what.padEnd(44)} ${millis.toFixed(2).padStart(6)} ms  ${kind.bare} ${bareMillis.toFixed(2)} ms  ${share}  ` +
    `${asked.statements} statements, ${asked.roundTrips} round trips, ${bytes} bytes`
  )
}

const missesOf = (figure: RequestFigure, figures: readonly RequestFigure[]): readonly string[] => {
  const { kind, ofBare, asked } = figure
  const more = moreThan(figure, figures)
  return [
    ...(ofBare < kind.aim ? ['share'] : []),
    ...(kind.more !== undefined && more !== undefined && more > kind.more.millisMax ? ['milliseconds more'] : []),
    ...(kind.roundTrips !== undefined && asked.roundTrips > kind.roundTrips
      ? [`round trips above ${kind.roundTrips}`]
      : []),
  ]
}

/** How much more it takes than the kind that it is compared with, where that was measured, too. */
const moreThan = ({ kind, millis }: RequestFigure, figures: readonly RequestFigure[]): number | undefined => {
  const other = figures.find(({ kind: { what } }) => what === kind.more?.than)
  return other && millis - other.millis
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
