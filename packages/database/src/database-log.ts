/** The log for events that no caller sees in a result, such as a broken idle connection. A pino logger fits. */
export interface DatabaseLog {
  fatal(fields: object, message: string): void
  warn(fields: object, message: string): void
}
