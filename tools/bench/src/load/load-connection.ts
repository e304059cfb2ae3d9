import { connect } from 'node:net'

export type Answer = { status: number; bytes: number }

const endOfHead = Buffer.from('\r\n\r\n')

/**
 * One kept-alive connection that asks one thing after another. It reads no more of an answer than its
 * status and its length, so that it takes little of the processor that the servers need.
 */
export function openConnection(origin: string): {
  ask: (request: string) => Promise<Answer>
  close: () => void
} {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  let head: Buffer = Buffer.alloc(0)
  let answer: Answer | undefined
  let missing = 0

  socket.on('data', (chunk: Buffer) => {
    if (answer) missing -= chunk.length
    else readHead(chunk)
    if (!answer || missing > 0) return
    const [done, whole] = [waiting, answer]
    waiting = undefined
    answer = undefined
    if (missing < 0) done?.reject(new Error('An answer is longer than it says.'))
    else done?.resolve(whole)
  })

  function readHead(chunk: Buffer): void {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const end = head.indexOf(endOfHead)
    if (end < 0) return
    const text = head.toString('latin1', 0, end)
    const status = Number(text.slice(9, 12))
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
    if (length === undefined && ![204, 304].includes(status)) {
      return void socket.destroy(new Error(`An answer ${status} has no length.`))
    }
    const bytes = status === 304 ? 0 : Number(length ?? 0)
    missing = bytes - (head.length - end - endOfHead.length)
    answer = { status, bytes }
    head = Buffer.alloc(0)
  }

  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')))
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}
