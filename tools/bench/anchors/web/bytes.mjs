// Answers every request with as many bytes as its query says, once it has received the whole body.
import { createServer } from 'node:http'

const type = 'application/octet-stream'

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader(
    'Access-Control-Allow-Headers',
    request.headers['access-control-request-headers'] ?? '*',
  )
  // A browser asks before the first request, which is not measured, and not again.
  response.setHeader('Access-Control-Max-Age', '600')
  request.resume().on('end', () => {
    if (pathname === '/') {
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>Bytes</title>')
      return
    }
    const body = Buffer.alloc(Number(searchParams.get('size')), 'x')
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body)
  })
}).listen(Number(process.env.PORT), '127.0.0.1')
