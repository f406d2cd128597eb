/** Work that each server with the duty of due work does regularly. A job that fails runs again later. */
export interface Job {
  readonly name: string
  readonly everySeconds: number
  run(): Promise<void>
}
