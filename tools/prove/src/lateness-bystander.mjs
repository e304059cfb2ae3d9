import http from 'node:http'

/** A process beside the one on trial, which does nothing: how late it answers is the machine's doing. */
http
  .createServer((_, response) => response.end('here'))
  .listen(Number(process.argv[2]), '127.0.0.1')
