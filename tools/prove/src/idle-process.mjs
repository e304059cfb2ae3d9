import { open } from 'node:fs/promises'
import http from 'node:http'

/**
 * An idle process beside the API. If it answers late, the machine is slow. Each answer waits for the disk, as
 * each commit of PostgreSQL does.
 */
const file = await open('idle-process', 'w')
let written = Promise.resolve()

async function writeToDisk() {
  await file.write('x', 0)
  await file.datasync()
}

http
  .createServer((_, response) => {
    written = written.then(writeToDisk).then(() => void response.end('here'))
  })
  .listen(Number(process.argv[2]), '127.0.0.1')
