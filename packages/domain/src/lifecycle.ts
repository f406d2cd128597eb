/**
 * A lifecycle table: the row is an object's present status, the column is a trigger, and the cell is the next status. If there is no cell,
 * the change is not allowed.
 */
export type Lifecycle<Status extends string, Trigger extends string> = Readonly<
  Record<Status, Readonly<Partial<Record<Trigger, Status>>>>
>

/** Thrown for a change that a lifecycle table does not allow. */
export class InvalidTransition extends Error {
  override readonly name = 'InvalidTransition'
  readonly status: string
  readonly trigger: string

  constructor(status: string, trigger: string) {
    super(`${status} does not allow ${trigger}`)
    this.status = status
    this.trigger = trigger
  }
}

/** The status after `trigger`, read from the table. Throws `InvalidTransition` if the table has no cell. */
export const statusAfter = <Status extends string, Trigger extends string>(
  table: Lifecycle<Status, Trigger>,
  status: Status,
  trigger: Trigger,
): Status => {
  const next = table[status][trigger]
  if (next === undefined) throw new InvalidTransition(status, trigger)
  return next
}

/** Prints a lifecycle table as a Mermaid state diagram, for the documentation. */
export const renderLifecycle = (table: Lifecycle<string, string>): string =>
  [
    'stateDiagram-v2',
    ...Object.entries(table).flatMap(([status, changes]) =>
      Object.entries(changes).map(([trigger, next]) => `  ${status} --> ${next}: ${trigger}`),
    ),
  ].join('\n')
