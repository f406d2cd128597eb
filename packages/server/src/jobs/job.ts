/** Work that every server does regularly. A job that fails runs again later. */
export interface Job {
  readonly name: string
  readonly everySeconds: number
  run(): Promise<void>
}
