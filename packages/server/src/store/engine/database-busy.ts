/** More is asked of the database than it can do in time: nothing was begun, so it can be asked again later. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
  readonly code = 'database_busy'
}
