import type { RequestHandler } from 'express'

/** The browser of the one who asked may keep an answer, and asks before each use whether it holds. */
export const revalidate: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'private, no-cache').vary('Authorization')
  next()
}
