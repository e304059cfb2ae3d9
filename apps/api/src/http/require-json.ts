import type { RequestHandler } from 'express'
import { AppError } from '@/errors'

/** A body of another type is refused, never left unread. No body needs no type. */
export const requireJson: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0
  if (hasBody && !request.is('application/json')) {
    throw new AppError('unsupported_type', 'The body must be JSON: application/json.')
  }
  next()
}
