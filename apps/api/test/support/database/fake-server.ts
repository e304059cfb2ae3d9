import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { onTestFinished } from 'vitest'

/** How the program that answers in place of PostgreSQL asks for the password. */
export type FakeAuthentication =
  | 'cleartext'
  | 'MD5'
  | 'nothing'
  | 'SCRAM with a wrong proof'
  | 'SCRAM without a proof'

export type FakeServer = {
  port: number
  /** The types of the messages that clients sent. The first message of a connection has no type. */
  received: string[]
  /** Everything that clients sent. */
  text: () => string
}

/** Listens as PostgreSQL does, asks for the password, and then pretends that all is well. */
export async function openFakeServer(authentication: FakeAuthentication): Promise<FakeServer> {
  const received: string[] = []
  const chunks: Buffer[] = []
  const server = net.createServer((socket) => {
    let hasStarted = false
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      const type = hasStarted ? chunk.toString('latin1', 0, 1) : 'startup'
      hasStarted = true
      received.push(type)
      socket.write(Buffer.concat(answer(authentication, type, chunk.toString('latin1'))))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The fake server has no port.')
  return { port: address.port, received, text: () => Buffer.concat(chunks).toString('latin1') }
}

function answer(authentication: FakeAuthentication, type: string, sent: string): Buffer[] {
  if (type === 'startup') return [requests[authentication]()]
  if (type !== 'p') return []
  if (!authentication.startsWith('SCRAM')) return [...welcome]
  const nonce = /r=(.+)$/.exec(sent)?.[1]
  // Its first message holds the client's nonce, its second one the proof.
  if (!sent.includes(',p=')) return [request(11, `r=${nonce}fake,s=c2FsdA==,i=4096`)]
  const proof = request(12, `v=${randomBytes(32).toString('base64')}`)
  return authentication === 'SCRAM with a wrong proof' ? [proof, ...welcome] : [...welcome]
}

/** A message of the type R: the server asks the client to authenticate. */
function request(code: number, data: string | Buffer = ''): Buffer {
  const head = Buffer.alloc(9)
  head.write('R')
  const body = Buffer.from(data)
  head.writeInt32BE(8 + body.length, 1)
  head.writeInt32BE(code, 5)
  return Buffer.concat([head, body])
}

/** AuthenticationOk and ReadyForQuery. */
const welcome = [request(0), Buffer.from('Z\0\0\0\u0005I', 'latin1')]

const requests: Record<FakeAuthentication, () => Buffer> = {
  cleartext: () => request(3),
  MD5: () => request(5, randomBytes(4)),
  nothing: () => Buffer.concat(welcome),
  'SCRAM with a wrong proof': () => request(10, 'SCRAM-SHA-256\0\0'),
  'SCRAM without a proof': () => request(10, 'SCRAM-SHA-256\0\0'),
}
