import { createHash } from 'node:crypto'
import { totalCountHeader } from '@stockie/contracts'
import type { Request, Response } from 'express'
import type { Pool } from 'pg'
import { readList, type ListQuery } from '@/database/read-list'

export type Lists = {
  /** Answers a list as PostgreSQL writes it, or 304 without writing it where the caller has it still. */
  answer: (request: Request, response: Response, list: ListQuery) => Promise<void>
}

export function createLists({ pool, timeZone }: { pool: Pool; timeZone: string }): Lists {
  /** The same rows read differently by another version of this program, or in another time zone. */
  function readingOf({ text }: ListQuery): string {
    return createHash('sha256').update(text).update(timeZone).digest('base64url').slice(0, 8)
  }

  async function answer(request: Request, response: Response, list: ListQuery): Promise<void> {
    const reading = readingOf(list)
    // Weak or not: some proxies pass a weak tag on as a strong one.
    const tag = new RegExp(`"${reading}-([\\w-]+)"`)
    const known = tag.exec(request.headers['if-none-match'] ?? '')?.[1]
    const { revision, body, total } = await readList(pool, list, known)
    response.set('ETag', `W/"${reading}-${revision}"`)
    if (total !== null) response.set(totalCountHeader, String(total))
    if (body === null) response.status(304).end()
    else response.type('json').send(body)
  }

  return { answer }
}
