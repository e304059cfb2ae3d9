import type { RequestHandler } from 'express'

/** An answer that holds a token, or only this moment: no cache keeps it. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store')
  next()
}
