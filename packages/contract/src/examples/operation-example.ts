/** A worked request of an operation and what the server answers to it. */
export interface OperationExample {
  readonly request: {
    /** What fills in the path. */
    readonly params: Readonly<Record<string, string>>
    readonly query: Readonly<Record<string, string>>
    /** Absent where the operation takes no body. */
    readonly body?: unknown
  }
  readonly answer: unknown
}
