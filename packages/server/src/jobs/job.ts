/** Something that every server does regularly. A job that fails is done again later. */
export interface Job {
  readonly name: string
  readonly everySeconds: number
  run(): Promise<void>
}
