/** An earlier body of the draft is recorded, and the one that was sent now is another. */
export class RecordedEarlier extends Error {
  override name = 'RecordedEarlier'

  /** `document` names what was recorded, where that could be found out. */
  constructor(document: string | undefined) {
    const as = document === undefined ? '' : ` as ${document}`
    super(`This was recorded already${as} when the connection was lost.`)
  }
}
