/** A lifecycle table: a thing that is <row>, when <column> happens, becomes <cell>; an absent cell is unlawful. */
export type Lifecycle<Status extends string, Happening extends string> = Readonly<
  Record<Status, Readonly<Partial<Record<Happening, Status>>>>
>

/** A change that a lifecycle table does not have; callers turn it into the error their caller understands. */
export class UnlawfulChange extends Error {
  override readonly name = 'UnlawfulChange'
  readonly status: string
  readonly happening: string

  constructor(status: string, happening: string) {
    super(`${status} does not allow ${happening}`)
    this.status = status
    this.happening = happening
  }
}

/** The status after `happening`, read from the table. Throws `UnlawfulChange` where the table has no cell. */
export const follow = <Status extends string, Happening extends string>(
  table: Lifecycle<Status, Happening>,
  status: Status,
  happening: Happening,
): Status => {
  const next = table[status][happening]
  if (next === undefined) throw new UnlawfulChange(status, happening)
  return next
}

/** Prints a lifecycle table as a Mermaid state diagram, for the documentation. */
export const drawLifecycle = (table: Lifecycle<string, string>): string =>
  [
    'stateDiagram-v2',
    ...Object.entries(table).flatMap(([status, changes]) =>
      Object.entries(changes).map(([happening, next]) => `  ${status} --> ${next}: ${happening}`),
    ),
  ].join('\n')
