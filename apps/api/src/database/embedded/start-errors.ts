/** A reason not to start. Its message tells a person what to do, in one sentence. */
export class StartError extends Error {
  override name: string = 'StartError'
}

/** Another Stockie already serves from this folder. */
export class AlreadyServedError extends StartError {
  override name = 'AlreadyServedError'
  constructor(readonly home: string) {
    super(
      `Stockie already runs from ${home}: use that one, or set STOCKIE_HOME and PORT for a second shop.`,
    )
  }
}
