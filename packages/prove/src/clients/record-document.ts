import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'
import type { Client } from './client'
import { draftPurchase, draftSale } from './drafts'
import type { DocumentEntry } from './journal'
import { refused } from './refused'
import { unansweredEntry } from './unanswered-entry'

/** Sells or buys with a key, until somebody says that it is recorded. */
export async function recordDocument(
  client: Client,
  resource: DocumentEntry['resource'],
): Promise<DocumentEntry> {
  const { line, journal, headers, nextMark } = client
  const mark = nextMark()
  const draft = resource === 'sales' ? draftSale : draftPurchase
  const sent = draft(client, mark)
  const entry = unansweredEntry(resource, { mark, sent })
  journal.documents.push(entry)
  const answer = await line.persist({
    method: 'POST',
    path: `${apiRoot}/${resource}`,
    headers: { ...headers, [idempotencyKeyHeader]: mark },
    body: sent,
  })
  if (answer.status !== 201) throw refused(`POST /${resource}`, answer)
  entry.answer = answer.body as DocumentEntry['answer']
  entry.isDeleted = false
  journal.acknowledged += 1
  return entry
}
