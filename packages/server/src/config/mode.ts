/** `sandbox`: no real money moves. `live`: all money is real. */
export type Mode = 'sandbox' | 'live'
