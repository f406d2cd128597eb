import { measureRequests } from './measure-requests.ts'

/** Measures requests and prints them against their aims; answers whether all are met. */
export const reportRequests = async (named?: string): Promise<boolean> => {
  const figures = await measureRequests(named)
  console.log('\nProcessor milliseconds of server and PostgreSQL for a request, beside bare Express')
  let areKept = true
  for (const { kind, millis, bareMillis, ofBare, bytes, asked } of figures) {
    const tooMany = kind.roundTrips !== undefined && asked.roundTrips > kind.roundTrips
    const isKept = ofBare >= kind.aim && !tooMany
    areKept &&= isKept
    const most = kind.roundTrips === undefined ? '' : ` of ${kind.roundTrips}`
    console.log(
      `  ${kind.what.padEnd(38)} ${millis.toFixed(2).padStart(6)} ms  ${kind.bare} ${bareMillis.toFixed(2)} ms  ` +
        `${(ofBare * 100).toFixed(1).padStart(5)} % (aim ${(kind.aim * 100).toFixed(0)} %)  ` +
        `${asked.statements} statements, ${asked.roundTrips}${most} round trips, ${bytes} bytes${isKept ? '' : '  not kept'}`,
    )
  }
  return areKept
}
