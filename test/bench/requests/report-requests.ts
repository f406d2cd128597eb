import type { RequestKind } from './kinds.ts'
import { type MeasuredDatabase, measureRequests, type RequestFigure } from './measure-requests.ts'
import { table } from '../yardsticks/table.ts'

/** Measures requests on both databases and prints the figures with their limits. Returns whether all limits are met. */
export const reportRequests = async (named?: string): Promise<boolean> => {
  const onPostgresql = await reportOn('postgresql', named)
  return (await reportOn('embedded', named)) && onPostgresql
}

const titles: Readonly<Record<MeasuredDatabase, string>> = {
  postgresql: 'On PostgreSQL: processor milliseconds of server and database for a request',
  embedded: 'On the embedded database: processor milliseconds of the server for a request',
}

const reportOn = async (on: MeasuredDatabase, named: string | undefined): Promise<boolean> => {
  const figures = await measureRequests(on, named)
  console.log(`\n${titles[on]}, beside bare Express; medians of five rounds\n`)
  const rows = figures.map((figure) => rowOf(figure, figures))
  console.log(table([heads, ...rows.map(({ cells }) => cells)]))
  const held = rows.filter((_, place) => isHeld(figures[place]!.kind))
  const met = held.filter(({ isMet }) => isMet).length
  console.log(`\n${met} of ${held.length} met`)
  return met === held.length
}

const heads = ['What', 'ms', 'Bare ms', 'Share', 'Aim', 'Alone', 'Aim', 'Round trips', 'Aim', 'Statements', '']

const rowOf = (
  figure: RequestFigure,
  figures: readonly RequestFigure[],
): { readonly cells: readonly string[]; readonly isMet: boolean } => {
  const { kind, millis, besideBare, asked } = figure
  const more = moreThan(figure, figures)
  const misses = [
    ...(kind.share !== undefined && besideBare && besideBare.share < kind.share ? ['share'] : []),
    ...(kind.alone !== undefined && besideBare && besideBare.alone > kind.alone ? ['alone'] : []),
    ...(kind.more !== undefined && more !== undefined && more > kind.more.millisMax ? ['milliseconds more'] : []),
    ...(kind.roundTrips !== undefined && asked && asked.roundTrips > kind.roundTrips ? ['round trips'] : []),
  ]
  return {
    isMet: misses.length === 0,
    cells: [
      `\`${kind.what}\``,
      more === undefined ? millis.toFixed(2) : `${Math.max(0, more).toFixed(2)} more`,
      besideBare?.millis.toFixed(2) ?? '',
      besideBare ? percent(besideBare.share) : '',
      kind.more ? `${kind.more.millisMax} more` : kind.share === undefined ? '' : `${(kind.share * 100).toFixed(0)} %`,
      besideBare ? `${besideBare.alone.toFixed(1)} ×` : '',
      kind.alone === undefined ? '' : `${kind.alone} ×`,
      asked ? String(asked.roundTrips) : '',
      asked && kind.roundTrips !== undefined ? String(kind.roundTrips) : '',
      asked ? String(asked.statements) : '',
      misses.length > 0 ? `not met: ${misses.join(', ')}` : isHeld(kind) ? 'met' : '',
    ],
  }
}

/** Whether a kind has any limit. Kinds without a limit are measured for information only. */
const isHeld = ({ share, alone, more, roundTrips }: RequestKind): boolean =>
  [share, alone, more, roundTrips].some((aim) => aim !== undefined)

/** How many more milliseconds a kind takes than the kind with which its limit compares it; undefined if that kind was not measured. */
const moreThan = ({ kind, millis }: RequestFigure, figures: readonly RequestFigure[]): number | undefined => {
  const other = figures.find(({ kind: { what } }) => what === kind.more?.than)
  return other && millis - other.millis
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
