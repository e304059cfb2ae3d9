import { once } from 'node:events'
import { request } from 'node:http'
import { apiRoot } from '@stockie/contracts'

type Sending = { url: string; path: string; token: string; body: unknown }

/** The status of a POST whose body comes in two parts, and what happens between them. */
export async function sendInTwo(
  { url, path, token, body }: Sending,
  between: () => unknown,
): Promise<number | undefined> {
  const text = JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    expect: '100-continue',
  }
  const sending = request(url + apiRoot + path, { method: 'POST', headers, agent: false })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.once('error', reject)
    sending.once('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
  })
  sending.flushHeaders()
  // Said of a call that goes on, in the same turn in which the head is judged.
  await once(sending, 'continue')
  await between()
  sending.end(text)
  return answered
}
