// Child process: a slow network between a server and its database. It forwards each chunk a millisecond
// later, each way, in order and in the same pieces. It sends its port to its parent.
import net from 'node:net'

const target = new URL(process.argv[2] ?? '')
const delay = 1

function forwardDelayed(from, to) {
  const queue = []
  let timer
  function forwardDue() {
    timer = undefined
    const now = performance.now()
    while (queue[0] && queue[0].due <= now) to.write(queue.shift().chunk)
    const [next] = queue
    if (next) timer = setTimeout(forwardDue, next.due - now)
  }
  from.on('data', (chunk) => {
    queue.push({ due: performance.now() + delay, chunk })
    timer ??= setTimeout(forwardDue, delay)
  })
  from.on('close', () => to.destroy())
  from.on('error', () => to.destroy())
}

const server = net.createServer({ noDelay: true }, (near) => {
  const far = net.connect({ port: Number(target.port), host: target.hostname, noDelay: true })
  forwardDelayed(near, far)
  forwardDelayed(far, near)
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
