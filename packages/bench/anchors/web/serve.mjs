// Serves the files of the folder that it is told, compressed once, as Stockie serves its own.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

const folder = process.argv[2]
const files = new Map()
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue
  const file = path.join(entry.parentPath, entry.name)
  const name = path.relative(folder, file).split(path.sep).join('/')
  files.set(name === 'index.html' ? '/' : `/${name}`, {
    body: gzipSync(readFileSync(file), { level: 9 }),
    type: types[path.extname(file)] ?? 'application/octet-stream',
  })
}

createServer((request, response) => {
  const file = files.get(request.url)
  if (!file) {
    response.statusCode = 404
    response.end()
    return
  }
  response.setHeader('Content-Type', file.type)
  response.setHeader('Content-Encoding', 'gzip')
  response.setHeader('Content-Length', file.body.length)
  response.setHeader('Cache-Control', 'no-cache')
  response.end(file.body)
}).listen(Number(process.env.PORT), '127.0.0.1')
