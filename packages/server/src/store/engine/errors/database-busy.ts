/** Thrown when more is asked of the database than it can do in time. Nothing was begun, so the request can be sent again later. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
  readonly code = 'database_busy'
}
