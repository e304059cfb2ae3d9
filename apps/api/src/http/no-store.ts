import type { RequestHandler } from 'express'

/** Answers of the API belong to one person and one moment: no cache keeps them. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store')
  next()
}
