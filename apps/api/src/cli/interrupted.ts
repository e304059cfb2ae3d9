/** Somebody stopped the command: by Ctrl-C at a question, or by a signal, which is told. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}
