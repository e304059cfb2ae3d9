import type { RequestHandler } from 'express'
import { beginBy, lastMoment } from '@/database/last-moment'

/**
 * What stands behind this asks the database several times, all of it within the same time. It counts from here, where
 * all of the request has come: a slow line is no reason to be told that the database is busy.
 */
export const answerInTime: RequestHandler = async (_request, response, next) => {
  await beginBy(lastMoment(), async () => {
    const closed = new Promise<void>((resolve) => {
      // Somebody may have hung up while what they had sent was unpacked.
      if (response.closed) resolve()
      else response.once('close', resolve)
    })
    next()
    await closed
  })
}
