import type { LoadRequest } from './plan'

const known = new WeakMap<LoadRequest, string>()

/** A request as it goes over the wire; one that is asked again is put together once. */
export function toText(request: LoadRequest): string {
  const found = known.get(request)
  if (found !== undefined) return found
  const { method = 'GET', path, headers = {}, body } = request
  const all = {
    host: '127.0.0.1',
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const text = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
  known.set(request, text)
  return text
}
