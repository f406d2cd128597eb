/** Whether a server is a sandbox, where no money moves, or live, where all money is real. */
export type Mode = 'sandbox' | 'live'
