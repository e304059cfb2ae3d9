/** A reason not to start, told to a person in one sentence that says what to do. */
export class StartError extends Error {
  override name: string = 'StartError'
}

/** Somebody serves from this folder already. */
export class AlreadyServed extends StartError {
  override name = 'AlreadyServed'
  constructor(readonly home: string) {
    super(
      `Stockie already runs from ${home}: use that one, or set STOCKIE_HOME and PORT for a second shop.`,
    )
  }
}
