/** Ctrl-C while a question stood open. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}
