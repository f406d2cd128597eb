/** Where an engine reports what nobody waits for; a pino logger is one. */
export interface DatabaseLog {
  warn(fields: object, message: string): void
}
