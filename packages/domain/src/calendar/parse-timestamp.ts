import { timestampMax, timestampMin, type Timestamp } from './timestamp.ts'

/**
 * The instant that ISO 8601 text names: any offset, or a date alone, which means 00:00Z; finer than a millisecond is cut off.
 * `undefined` for anything else: no offset, a day or time that does not exist, a year outside 0001 to 9999.
 */
export const parseTimestamp = (text: string): Timestamp | undefined => {
  const match = shape.exec(text)
  if (match === null) return undefined
  const [, date, hoursAndMinutes = '00:00', seconds = '00', fraction = '', offset = 'Z'] = match
  const millis = fraction.slice(0, 3).padEnd(3, '0')
  const local = new Date(`${date}T${hoursAndMinutes}:${seconds}.${millis}Z`)
  // Date reads 30 February as 2 March and 24:00 as tomorrow.
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(`${date}T`)) return undefined
  return withinYears(local.getTime() - millisOfOffset(offset))
}

const shape = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?))?$/i

const millisOfOffset = (offset: string): number => {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

const withinYears = (millis: number): Timestamp | undefined =>
  millis >= Date.parse(timestampMin) && millis <= Date.parse(timestampMax) ? new Date(millis).toISOString() : undefined
