/** Where an engine reports errors that no caller waits for; a pino logger fits. */
export interface DatabaseLog {
  fatal(fields: object, message: string): void
  warn(fields: object, message: string): void
}
