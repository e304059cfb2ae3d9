import http from 'node:http'

export type Asked = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export type Answer = { status: number; body: unknown }

/** One request over the agent's connections; rejects where no whole answer comes: a TimeoutError where it is late. */
export function ask(
  agent: http.Agent,
  origin: string,
  { method, path, headers = {}, body }: Asked,
  patience = 10_000,
): Promise<Answer> {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const signal = AbortSignal.timeout(patience)
  return new Promise((resolve, fail) => {
    // Whatever breaks then breaks because of it.
    const reject = (error: unknown) => fail(signal.aborted ? signal.reason : error)
    const request = http.request(`${origin}${path}`, {
      agent,
      method,
      signal,
      headers: {
        ...headers,
        ...(sent !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(sent),
        }),
      },
    })
    request.once('error', reject)
    request.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('error', reject)
      response.once('end', () => {
        if (!response.complete) return reject(new Error('The answer was cut off.'))
        resolve({ status: response.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) })
      })
    })
    request.end(sent)
  })
}
