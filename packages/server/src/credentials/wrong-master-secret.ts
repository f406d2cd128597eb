// This class has its own file, so that a command that only handles the error does not load the code for keys.

/** Thrown if the master secret is not the one with which this database was set up. */
export class WrongMasterSecret extends Error {
  override readonly name = 'WrongMasterSecret'

  constructor() {
    super(
      'SECRET_KEY is not the one this database was set up with: its keys cannot be opened. Start with the former SECRET_KEY, or with the data folder that holds it.',
    )
  }
}
