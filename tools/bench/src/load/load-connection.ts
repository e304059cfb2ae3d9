import { connect } from 'node:net'

export type Answer = { status: number; bytes: number }

const endOfHead = Buffer.from('\r\n\r\n')

/**
 * A keep-alive connection that sends one request after another. It reads only the status and the length of an
 * answer, so that it takes little CPU time from the servers.
 */
export function openConnection(origin: string): {
  send: (request: string) => Promise<Answer>
  close: () => void
} {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let pending: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  let head: Buffer = Buffer.alloc(0)
  let answer: Answer | undefined
  let missingBytes = 0

  socket.on('data', (chunk: Buffer) => {
    if (answer) missingBytes -= chunk.length
    else readHead(chunk)
    if (!answer || missingBytes > 0) return
    const [finished, complete] = [pending, answer]
    pending = undefined
    answer = undefined
    if (missingBytes < 0)
      finished?.reject(new Error('An answer is longer than its Content-Length.'))
    else finished?.resolve(complete)
  })

  function readHead(chunk: Buffer): void {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const end = head.indexOf(endOfHead)
    if (end < 0) return
    const text = head.toString('latin1', 0, end)
    const status = Number(text.slice(9, 12))
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
    if (length === undefined && ![204, 304].includes(status)) {
      return void socket.destroy(
        new Error(`An answer with status ${status} has no Content-Length.`),
      )
    }
    const bytes = status === 304 ? 0 : Number(length ?? 0)
    missingBytes = bytes - (head.length - end - endOfHead.length)
    answer = { status, bytes }
    head = Buffer.alloc(0)
  }

  socket.on('error', (error) => pending?.reject(error))
  socket.on('close', () => pending?.reject(new Error('The server closed the connection.')))
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}
