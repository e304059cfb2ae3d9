import type { IncomingMessage } from 'node:http'

/** A request may name the whole address, as it does to a proxy, and more than is meant for us. */
export function addressOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  return url.replace(/^https?:\/\/[^/?#]+|#.*/gis, '')
}
