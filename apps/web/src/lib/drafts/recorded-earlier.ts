/** The draft, as it was sent now or before, is recorded already. */
export class RecordedEarlier extends Error {
  override name = 'RecordedEarlier'
  /** Names what was recorded, where that could be found out. */
  readonly document: string | undefined
  readonly isDeleted: boolean

  constructor({ document, isDeleted = false }: { document?: string; isDeleted?: boolean }) {
    super('This was recorded already.')
    this.document = document
    this.isDeleted = isDeleted
  }
}
