/** A request of an operation and the server's answer to it. */
export interface OperationExample {
  readonly request: {
    /** The values of the path's parameters. */
    readonly params: Readonly<Record<string, string>>
    readonly query: Readonly<Record<string, string>>
    /** Absent if the operation takes no body. */
    readonly body?: unknown
  }
  readonly answer: unknown
}
