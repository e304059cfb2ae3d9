/** What whoever starts real programs gives them. */
export type Stage = {
  /** A folder for what has to be written; it goes at the end. */
  folder: string
  /** What was opened last is closed first, however it ends. */
  onEnd: (cleanUp: () => Promise<void> | void) => void
}
