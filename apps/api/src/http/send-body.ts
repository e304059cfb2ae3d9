import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding } from './accepted-encoding'
import type { JsonBody } from './json-body'

/** What is shorter gains nothing by being compressed. */
const worthEncoding = 1024

/** Sends JSON, compressed where the caller takes that. The head that was set until then goes along. */
export async function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: JsonBody,
): Promise<void> {
  const encoding =
    body.plain.length < worthEncoding
      ? undefined
      : acceptedEncoding(request.headers['accept-encoding'])
  const bytes = encoding ? await body.encoded(encoding) : body.plain
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}
