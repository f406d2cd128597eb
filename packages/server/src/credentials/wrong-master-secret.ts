// By itself, so that a command which only names the error does not load what keys need.

/** The master secret is not the one that this database was set up with. */
export class WrongMasterSecret extends Error {
  override readonly name = 'WrongMasterSecret'

  constructor() {
    super(
      'SECRET_KEY is not the one this database was set up with: its keys cannot be opened. Start with the former SECRET_KEY, or with the data folder that holds it.',
    )
  }
}
