/** How due work is taken up. */
export interface DueWork {
  /** How many at a time. */
  readonly lanes: number
  /** True for whoever moves the clock: then nobody else works, and rows that others had leased are taken too. */
  readonly moving: boolean
  /**
   * Only the renewals of this connection, so that others never wait for its processor; those that are charged over no other
   * connection of this server go with the one for new methods. Absent: of every connection, one after the other.
   */
  readonly connection?: string
}

/** How every server takes it up: as many at a time as share a few transactions, and no more than a processor will bear. */
export const manyAtATime: DueWork = { lanes: 64, moving: false }

/** A piece of due work that was done. */
export interface Done {
  readonly organizationId: string
  /** What happened, in the past tense: `subscription.renewed`. */
  readonly what: string
  /** What it happened to. */
  readonly id: string
}
