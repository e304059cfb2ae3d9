import type net from 'node:net'

/** Before the query has reached PostgreSQL, or when it is done and its answer is on the way back. */
export type Moment = 'before' | 'after'

export type QueryCounter = {
  /** Counts from now on, and breaks the connection at the query of this number. */
  breakAt: (query: number, moment: Moment) => void
  /** How many queries were sent since, and the end of counting. */
  stop: () => number
  /** Joins two ends of a line, query by query. */
  join: (near: net.Socket, far: net.Socket) => void
}

const [simpleQuery, sync, ready] = ['Q', 'S', 'Z'].map((letter) => letter.charCodeAt(0))

/** Sits on the line and reads PostgreSQL's protocol: each message has a letter and its length. */
export function createQueryCounter(): QueryCounter {
  let counting = false
  let seen = 0
  let breaking = { query: Infinity, moment: 'before' }

  function join(near: net.Socket, far: net.Socket): void {
    let answerIsLost = false
    const breakBoth = () => {
      near.destroy()
      far.destroy()
    }
    const asked = readMessages({ startsWithoutLetter: true })
    near.on('data', (chunk: Buffer) => {
      const messages = []
      for (const { letter, bytes } of asked(chunk)) {
        if (counting && (letter === simpleQuery || letter === sync)) {
          seen += 1
          const isIt = seen === breaking.query
          if (isIt && breaking.moment === 'before') return breakBoth()
          if (isIt) answerIsLost = true
        }
        messages.push(bytes)
      }
      far.write(Buffer.concat(messages))
    })
    const answered = readMessages({ startsWithoutLetter: false })
    far.on('data', (chunk: Buffer) => {
      if (!answerIsLost) near.write(chunk)
      for (const { letter } of answered(chunk)) {
        if (answerIsLost && letter === ready) return breakBoth()
      }
    })
    near.on('end', () => far.end())
    far.on('end', () => near.end())
  }

  return {
    breakAt(query, moment) {
      counting = true
      seen = 0
      breaking = { query, moment }
    },
    stop() {
      counting = false
      return seen
    },
    join,
  }
}

type Message = { letter: number | undefined; bytes: Buffer }

/** Cuts what comes in any pieces into whole messages; the very first of a client has no letter. */
function readMessages({ startsWithoutLetter }: { startsWithoutLetter: boolean }) {
  let rest = Buffer.alloc(0)
  let hasLetter = !startsWithoutLetter
  return function* read(chunk: Buffer): Generator<Message> {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = hasLetter ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const bytes = rest.subarray(0, length)
      rest = rest.subarray(length)
      yield { letter: hasLetter ? bytes[0] : undefined, bytes }
      hasLetter = true
    }
  }
}
