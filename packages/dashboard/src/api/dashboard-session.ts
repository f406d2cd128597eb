/** A user who is signed in, and the organizations that they may act in, as `/dashboard-session` answers. */
export interface DashboardSession {
  readonly user: {
    readonly id: string
    readonly email: string
    readonly name: string
    readonly is_operator: boolean
  }
  readonly organizations: readonly SignedInOrganization[]
  readonly expires_at: string
  readonly reauthenticated_until: string | null
}

/** An organization that the user may act in. */
export interface SignedInOrganization {
  readonly id: string
  readonly name: string
  readonly role: 'admin' | 'member' | 'support' | 'read_only'
  readonly is_live: boolean
}
