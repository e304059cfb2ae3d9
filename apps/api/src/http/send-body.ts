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
  const { plain } = body
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  if (plain.length < worthEncoding) {
    response.setHeader('Content-Length', plain.length)
    // As a text it goes out in one piece with its head, which is what costs most of a short answer.
    response.end(plain.toString())
    return
  }
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const bytes = encoding ? await body.encoded(encoding) : plain
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}
