/** Thrown when this server or its database cannot do all the requested work in time. No work was started, so the caller can retry. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
  readonly code = 'database_busy'
}
