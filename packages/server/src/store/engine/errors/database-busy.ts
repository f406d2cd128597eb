/** Thrown when more is asked of this server or its database than can be done in time. Nothing was begun: the request can be sent again. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
  readonly code = 'database_busy'
}
