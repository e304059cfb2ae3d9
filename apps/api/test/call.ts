export type CallOptions = {
  method?: string
  body?: unknown
  token?: string
  /** The address that the call seems to come from. */
  from?: string
  headers?: Record<string, string>
}

export type Answer = { status: number; headers: Headers; text: string; body: unknown }

/** What any client would send and get. */
export async function call(url: string, options: CallOptions = {}): Promise<Answer> {
  const { body, token, from, headers } = options
  const response = await fetch(url, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const { status } = response
  return { status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}
