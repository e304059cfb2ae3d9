// Preloaded into every server. One request to a secret path checks its identity: the answer is a nonce that only
// this child process knows. After that request the patch removes itself. The process reports its CPU and memory to
// its parent only, and ends with it.
import { Server } from 'node:http'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.send) {
  const { SERVER_NONCE_PATH: noncePath, SERVER_NONCE: nonce } = process.env

  Server.prototype.emit = function emit(event, ...args) {
    const [request, response] = args
    if (event !== 'request' || request.url !== noncePath) {
      return Object.getPrototypeOf(Server.prototype).emit.call(this, event, ...args)
    }
    delete Server.prototype.emit
    response.setHeader('Connection', 'close')
    response.end(nonce)
    return true
  }

  const figures = { cpu: () => process.cpuUsage(), memory: () => process.memoryUsage() }
  process.on('message', ({ id, figure }) => process.send({ id, figure: figures[figure]() }))
  process.on('disconnect', () => process.exit(1))
  process.channel.unref()
}
