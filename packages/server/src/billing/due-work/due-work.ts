/** How due work is done. */
export interface DueWork {
  /** How many pieces of work are done at a time. */
  readonly lanes: number
  /** True while the sandbox clock is moved: nobody else works then, so rows that others had leased are taken, too. */
  readonly moving: boolean
  /**
   * Limits renewals to those of one connection, so that others never wait for its processor. Renewals that are charged over no
   * other connection of this server go with the connection for new methods. Absent: all connections, one after the other.
   */
  readonly connection?: string
}

/** How every server does due work: as many at a time as share a few transactions, and no more than a processor can bear. */
export const manyAtATime: DueWork = { lanes: 64, moving: false }

/** A piece of due work that was done. */
export interface Done {
  readonly organizationId: string
  /** What happened, in the past tense: `subscription.renewed`. */
  readonly what: string
  /** What it happened to. */
  readonly id: string
}
