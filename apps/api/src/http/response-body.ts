import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

/**
 * The fastest levels, because every client requests a list again after a write. They save 90 % of its size
 * for a fraction of the cost of building it. Compression runs off the event loop.
 */
const encoders = {
  br: (plain: Buffer) => brotli(plain, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (plain: Buffer) => gzip(plain, { level: zlib.constants.Z_BEST_SPEED }),
}
const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip)

export type Encoding = keyof typeof encoders

/** JSON, plain and compressed. Each encoding is computed once, on first use. */
export type JsonBody = { plain: Buffer; encoded: (encoding: Encoding) => Promise<Buffer> }

export function createJsonBody(json: string | Buffer, encode = encoders): JsonBody {
  const plain = typeof json === 'string' ? Buffer.from(json) : json
  const encodings = new Map<Encoding, Promise<Buffer>>()

  function encoded(encoding: Encoding): Promise<Buffer> {
    const known = encodings.get(encoding)
    if (known) return known
    const encodedBody = encode[encoding](plain)
    encodings.set(encoding, encodedBody)
    // After a failure, for example out of memory, the next request tries again.
    encodedBody.catch(() => encodings.delete(encoding))
    return encodedBody
  }

  return { plain, encoded }
}

/** The body for a value that PostgreSQL did not return as JSON text. */
export function toJsonBody(value: object): JsonBody {
  return createJsonBody(JSON.stringify(value))
}

/** Compressing fewer bytes gains nothing. */
const minBytesToEncode = 1024

/** Sends JSON with the headers that are already set, compressed if the caller accepts it. */
export async function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: JsonBody,
): Promise<void> {
  const { plain } = body
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  if (plain.length < minBytesToEncode) {
    response.setHeader('Content-Length', plain.length)
    // A string goes out in one packet with the headers, which are most of the cost of a short response.
    response.end(plain.toString())
    return
  }
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const bytes = encoding ? await body.encoded(encoding) : plain
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}

/** The best encoding that the Accept-Encoding header allows. `q=0` excludes an encoding. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (!header) return undefined
  const accepted = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name)
  }
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : undefined
}

/** A response is valid for this caller at this moment, so no cache may store it. */
export function noStore(
  _request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  response.setHeader('Cache-Control', 'no-store')
  next()
}

export async function sendFile(response: ServerResponse, file: string): Promise<void> {
  await sendStream(response, createReadStream(file))
}

/** If its client disconnects or its source fails, the connection breaks, so no one takes a part for all. */
export async function sendStream(response: ServerResponse, content: Readable): Promise<void> {
  // The server's own listeners and those of pipeline are more than the ten that Node warns of.
  response.setMaxListeners(20)
  await pipeline(content, response).catch(() => response.destroy())
}
