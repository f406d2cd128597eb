/** Something that is done every now and then, by as many servers as there are; a job that fails is done again later. */
export interface Job {
  readonly name: string
  readonly everySeconds: number
  run(): Promise<void>
}
