import type { RequestHandler } from 'express'
import { beginBy, lastMoment } from '@/database/last-moment'

/**
 * What stands behind this asks the database several times, all of it within the same time. It counts from here, where
 * all of the request has come: a slow line is no reason to be told that the database is busy.
 */
export const answerInTime: RequestHandler = async (_request, response, next) => {
  await beginBy(lastMoment(), async () => {
    const closed = new Promise((resolve) => response.once('close', resolve))
    next()
    await closed
  })
}
