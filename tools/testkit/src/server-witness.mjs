// Loaded into every server before anything else. It proves once, through the server's own port, that this
// process is the one that answers there; then it takes itself out of the way. What the process costs it
// tells to nobody but whoever started it, and it ends with them.
import { Server } from 'node:http'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.send) {
  const { STAGE_QUESTION: question, STAGE_ANSWER: answer } = process.env

  Server.prototype.emit = function emit(event, ...args) {
    const [request, response] = args
    if (event !== 'request' || request.url !== question) {
      return Object.getPrototypeOf(Server.prototype).emit.call(this, event, ...args)
    }
    delete Server.prototype.emit
    response.setHeader('Connection', 'close')
    response.end(answer)
    return true
  }

  const figures = { cpu: () => process.cpuUsage(), memory: () => process.memoryUsage() }
  process.on('message', ({ id, figure }) => process.send({ id, figure: figures[figure]() }))
  process.on('disconnect', () => process.exit(1))
  process.channel.unref()
}
