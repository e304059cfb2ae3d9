/** A reason not to start, told to a person in one sentence that says what to do. */
export class StartError extends Error {
  override name = 'StartError'
}
