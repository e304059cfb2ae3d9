import type { Call } from './calls-under-way'

/** Whoever sends more ahead than this is hung up on at once: all of it is kept until then. */
const mostAhead = 10

/** Nothing more is read of this connection's caller: the answer that is under way says that it closes, and closes it. */
export function closeAfter(call: Call): void {
  const { response } = call
  const { socket } = call.request
  call.ahead += 1
  if (call.ahead > mostAhead) socket.destroy()
  if (call.ahead > 1) return
  if (!response.headersSent) response.setHeader('Connection', 'close')
  response.once('finish', () => socket.destroySoon())
}
