// A network between a server and its database, as a process of its own: whatever comes is handed on a
// millisecond later, each way, in its order and in its pieces. It says its port to whoever started it.
import net from 'node:net'

const target = new URL(process.argv[2] ?? '')
const delay = 1

function handOnLater(from, to) {
  const waiting = []
  let timer
  function handOn() {
    timer = undefined
    const now = performance.now()
    while (waiting[0] && waiting[0].due <= now) to.write(waiting.shift().chunk)
    const [next] = waiting
    if (next) timer = setTimeout(handOn, next.due - now)
  }
  from.on('data', (chunk) => {
    waiting.push({ due: performance.now() + delay, chunk })
    timer ??= setTimeout(handOn, delay)
  })
  from.on('close', () => to.destroy())
  from.on('error', () => to.destroy())
}

const server = net.createServer({ noDelay: true }, (near) => {
  const far = net.connect({ port: Number(target.port), host: target.hostname, noDelay: true })
  handOnLater(near, far)
  handOnLater(far, near)
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
