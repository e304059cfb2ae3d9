import { apiRoot } from '@stockie/contracts'
import type { Answer } from './ask'
import type { Client } from './client'
import type { DocumentEntry } from './journal'
import { refused } from './refused'

/** Deletes a document of the client's own, or brings it back where it is deleted. */
export async function changeDocument(client: Client, entry: DocumentEntry): Promise<void> {
  const { line, journal, headers } = client
  const { resource, answer, isDeleted } = entry
  const id = answer?.saleId ?? answer?.purchaseId
  if (id === undefined || isDeleted === null) return
  const path = `${apiRoot}/${resource}`
  entry.isDeleted = null
  const changed = isDeleted
    ? await line.persist({ method: 'POST', path: `${path}/restore`, headers, body: { ids: [id] } })
    : await line.persist({ method: 'DELETE', path: `${path}/${id}`, headers })
  const done = isDeleted ? isRestored(changed) : isGone(changed)
  if (!done) throw refused(isDeleted ? `Restoring /${resource}` : `DELETE /${resource}`, changed)
  entry.isDeleted = !isDeleted
  journal.acknowledged += 1
}

type Changed = Answer & { tries: number }

/** Who had to ask again may find that it was done the first time. */
const isGone = ({ status, tries }: Changed) => status === 204 || (status === 404 && tries > 1)

function isRestored({ status, body, tries }: Changed): boolean {
  const count =
    typeof body === 'object' && body !== null && 'count' in body ? body.count : undefined
  return status === 200 && (count === 1 || (count === 0 && tries > 1))
}
