import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { onTestFinished } from 'vitest'
import { readMessages } from './database-proxy'

type Options = {
  /** With transaction, all clients share the first session, one transaction after the other. */
  mode?: 'session' | 'transaction'
  /** The database that clients get instead of the one that they name. */
  database?: string
  /** The error of every login: its code and its message. */
  refusal?: [code: string, message: string]
  /** Decrypts TLS for PostgreSQL. */
  certificate?: { key: string; cert: string }
}

/** A session of PostgreSQL, and the client that has it at the moment. */
type Session = { far: net.Socket; near: net.Socket | undefined; waiting: [net.Socket, Buffer][] }

const [terminate, keyData, ready] = ['X', 'K', 'Z'].map((letter) => letter.charCodeAt(0))
const idle = 'I'.charCodeAt(0)

/**
 * Opens a program between clients and PostgreSQL that behaves as PgBouncer does. It refuses settings at the login,
 * makes up the pids, and keeps the sessions of clients that left. Returns the connection string that leads
 * through it.
 */
export async function openFakePooler(databaseUrl: string, options: Options = {}): Promise<string> {
  const { mode = 'session', certificate } = options
  const target = new URL(databaseUrl)
  const open = new Set<net.Socket>()
  let shared: Session | undefined

  function serve(near: net.Socket): void {
    const far = net.connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    open.add(far.on('error', () => {}))
    const own: Session = { far, near, waiting: [] }
    let session = own
    let isIdle = false
    const readRequest = readMessages({ hasStartupMessage: true })
    near.on('data', (chunk: Buffer): unknown => {
      for (const { type, bytes } of readRequest(chunk)) {
        if (type === terminate) return near.end()
        const refusal = type === undefined && (options.refusal ?? refuseSettings(bytes))
        if (refusal) return near.end(errorResponse(...refusal))
        isIdle = false
        send(session, near, type === undefined ? changeDatabase(bytes, options.database) : bytes)
      }
      return undefined
    })
    const readResponse = readMessages({ hasStartupMessage: false })
    far.on('data', (chunk: Buffer) => {
      for (const { type, bytes } of readResponse(chunk)) {
        if (type === keyData) bytes.writeInt32BE(randomInt(2 ** 31), 5)
        own.near?.write(bytes)
        if (type !== ready) continue
        isIdle = bytes[5] === idle
        if (mode === 'transaction' && isIdle) {
          session = shared ??= own
          passOn(own)
        }
      }
    })
    far.on('close', () => near.destroy())
    near.on('close', () => {
      if (mode === 'transaction') return
      own.near = undefined
      if (isIdle) far.write(simpleQuery('DISCARD ALL'))
      else far.destroy()
    })
  }

  const server = net.createServer({ noDelay: true }, (socket) => {
    open.add(socket.on('error', () => {}))
    if (!certificate) return serve(socket)
    // The request for TLS.
    socket.once('data', () => {
      socket.write('S')
      const secure = new tls.TLSSocket(socket, { isServer: true, ...certificate })
      serve(secure.on('error', () => {}))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The pooler has no port.')
  const url = new URL(databaseUrl)
  url.port = String(address.port)
  return url.href
}

/** Sends a message of a client, or keeps it until the client may have the session. */
function send(session: Session, near: net.Socket, bytes: Buffer): void {
  session.near ??= near
  if (session.near === near) session.far.write(bytes)
  else session.waiting.push([near, bytes])
}

/** Gives the session to the client that waits longest, with all its messages. */
function passOn(session: Session): void {
  const waiting = session.waiting.splice(0)
  session.near = undefined
  for (const [near, bytes] of waiting) send(session, near, bytes)
}

/** PgBouncer refuses other settings than these, by default. */
const knownSettings = ['user', 'database', 'application_name', 'client_encoding']

function refuseSettings(startup: Buffer): [string, string] | undefined {
  const names = readSettings(startup).filter((_text, index) => index % 2 === 0)
  const unknown = names.find((name) => !knownSettings.includes(name))
  return unknown ? ['08P01', `unsupported startup parameter: ${unknown}`] : undefined
}

/** Names and values in turn. A startup message has its length and the version of the protocol first. */
function readSettings(startup: Buffer): string[] {
  return startup.toString('utf8', 8).split('\0').slice(0, -2)
}

function changeDatabase(startup: Buffer, database: string | undefined): Buffer {
  const settings = readSettings(startup)
  if (!database) return startup
  settings[settings.indexOf('database') + 1] = database
  const text = `${settings.join('\0')}\0\0`
  const head = Buffer.from(startup.subarray(0, 8))
  head.writeInt32BE(8 + Buffer.byteLength(text))
  return Buffer.concat([head, Buffer.from(text)])
}

function errorResponse(code: string, message: string): Buffer {
  return encode('E', `SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
}

const simpleQuery = (sql: string) => encode('Q', `${sql}\0`)

function encode(type: string, text: string): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + Buffer.byteLength(text), 1)
  return Buffer.concat([head, Buffer.from(text)])
}
