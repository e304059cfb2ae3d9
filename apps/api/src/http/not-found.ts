import type { RequestHandler } from 'express'
import { AppError } from '@/errors'

export const notFound: RequestHandler = () => {
  throw new AppError('not_found', 'There is nothing at this address.')
}
