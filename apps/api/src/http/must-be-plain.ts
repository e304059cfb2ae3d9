import type { IncomingMessage } from 'node:http'
import { AppError } from '@/errors'

/** Refuses what no address could be read of, and what does not say which host it is for. */
export function mustBePlain({ url, httpVersion, headers }: IncomingMessage): void {
  if (url === '') throw new AppError('malformed', 'The address must be a plain path.')
  if (httpVersion === '1.1' && headers.host === undefined) {
    throw new AppError('malformed', 'The request must name its host.')
  }
}
