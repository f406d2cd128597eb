/** The columns that are cleared once a due subscription has been processed: its lease, and why it was deferred. */
export const processedColumns = { heldUntil: null, heldCount: 0, heldReason: null, leaseUntil: null } as const
