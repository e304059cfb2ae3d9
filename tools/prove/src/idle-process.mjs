import http from 'node:http'

/** An idle process beside the API. If it answers late, the machine is slow. */
http
  .createServer((_, response) => response.end('here'))
  .listen(Number(process.argv[2]), '127.0.0.1')
