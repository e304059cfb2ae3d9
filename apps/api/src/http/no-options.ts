import type { RequestHandler } from 'express'
import { notFound } from './not-found'

/** Express would tell whoever asks what there is to call. No other origin is let in, so nobody has to ask. */
export const noOptions: RequestHandler = (request, response, next) =>
  request.method === 'OPTIONS' ? notFound(request, response, next) : next()
