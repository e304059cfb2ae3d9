import type { DocumentEntry } from './journal'

/** A sale or a purchase that is about to be asked for: nobody has said anything of it yet. */
export function unansweredEntry(
  resource: DocumentEntry['resource'],
  { mark, sent }: Pick<DocumentEntry, 'mark' | 'sent'>,
): DocumentEntry {
  return { resource, mark, sent, answer: null, isDeleted: null }
}
