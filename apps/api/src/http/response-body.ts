import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

/**
 * At the quickest levels: after a write everybody asks anew, and these save nine tenths of a list's
 * size for a fraction of what building it costs. Beside the event loop, which goes on meanwhile.
 */
const encoders = {
  br: (plain: Buffer) => brotli(plain, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (plain: Buffer) => gzip(plain, { level: zlib.constants.Z_BEST_SPEED }),
}
const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip)

export type Encoding = keyof typeof encoders

/** JSON as it is sent, and compressed: each form is made once, when it is first asked for. */
export type JsonBody = { plain: Buffer; encoded: (encoding: Encoding) => Promise<Buffer> }

export function createJsonBody(json: string | Buffer, encode = encoders): JsonBody {
  const plain = typeof json === 'string' ? Buffer.from(json) : json
  const forms = new Map<Encoding, Promise<Buffer>>()

  function encoded(encoding: Encoding): Promise<Buffer> {
    const made = forms.get(encoding)
    if (made) return made
    const form = encode[encoding](plain)
    forms.set(encoding, form)
    // One that failed, for want of memory say, is tried anew by the next who asks.
    form.catch(() => forms.delete(encoding))
    return form
  }

  return { plain, encoded }
}

/** The body for a value that was not read as JSON from PostgreSQL. */
export function toJsonBody(value: object): JsonBody {
  return createJsonBody(JSON.stringify(value))
}

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

/** The better of those that a caller takes, by Accept-Encoding; `q=0` is a refusal. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (!header) return undefined
  const taken = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) taken.add(name)
  }
  if (taken.has('br')) return 'br'
  return taken.has('gzip') ? 'gzip' : undefined
}

/** What was answered counts for this moment, and for whoever asked: no cache keeps it. */
export function noStore(
  _request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  response.setHeader('Cache-Control', 'no-store')
  next()
}
