/** How due work is taken up. */
export interface DueWork {
  /** How many at a time. */
  readonly lanes: number
  /** True for whoever moves the clock: then nobody else works, and rows that others had leased are taken too. */
  readonly moving: boolean
}

/** A piece of due work that was done. */
export interface Done {
  readonly organizationId: string
  /** What happened, in the past tense: `subscription.renewed`. */
  readonly what: string
  /** What it happened to. */
  readonly id: string
}
